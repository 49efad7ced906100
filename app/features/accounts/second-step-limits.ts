/** What the forms and the API say of the second step and of asking for the password again. */
export const SECOND_STEP_MESSAGES = {
  codeMissing: "Please enter the code.",
  codeRequired: "Please enter the code from your authenticator app, or a recovery code.",
  codeWrong: "That code is not correct, or has already been used.",
  setupCodeWrong: "That code is not correct. Please enter the one that your app shows now.",
  setupOver: "That was too long ago. Please turn the second step on again.",
  alreadyOn: "The second step is already on.",
  notOn: "The second step is not on.",
  turnedOn: "The second step is on.",
  turnedOff: "The second step is off. You are logged out everywhere else.",
  newCodes: "These are your new recovery codes. The old ones are void.",
  loginOver: "That took too long. Please log in again.",
  failed: "Failed to change the second step.",
} as const;

export const AGAIN_MESSAGES = {
  required: "Please enter your password again.",
  wrong: "Your password is not correct.",
  confirmed: "Thank you. Your download is ready.",
} as const;

/** By this API clients recognize that the login needs a code. */
export const SECOND_STEP_REQUIRED = "second_step_required";
