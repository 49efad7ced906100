import { become, expect, test } from "./people";

const FACTS = "Your words were about the person and not about the car.";

test("the second decision is refused, and shows the first", async ({ page, visitor, site }) => {
  const user = await site.signUp("Paul Person");
  const id = site.insert("cases", {
    ...{ kind: "comment", thing_id: 987_654, about: "/comments/987654", snapshot: '{"title":"Comment"}' },
    ...{ person_id: Number(user.id), person_name: "Paul Person", created_at: Date.now() },
  });
  const [first, second] = [await site.signUpAdmin("Ada First"), await site.signUpAdmin("Bea Second")];
  await become(page, first);
  await become(visitor, second);
  for (const desk of [page, visitor]) {
    await desk.goto(`/moderation/cases/${id}`);
    const rule = desk.getByLabel("The rule or law that was broken");
    await expect(rule).toBeHidden();
    await desk.getByLabel("Action").selectOption("suspend");
    await expect(desk.getByLabel("Hide their content while suspended")).toBeVisible();
    await desk.getByLabel("Action").selectOption("warn");
    await expect(desk.getByLabel("Length of suspension in days")).toBeHidden();
    await rule.fill("Be kind");
    await desk.getByLabel("Explanation for the member").fill(FACTS);
  }
  const decide = async (desk: typeof page, measure: string) => {
    await desk.getByLabel("Action").selectOption(measure);
    await desk.getByRole("button", { name: "Decide" }).click();
  };
  await decide(page, "warn");
  await expect(page.getByText("Case decided.")).toBeVisible();
  await decide(visitor, "hide");
  await expect(visitor.getByRole("alert")).toContainText("Another moderator has already decided this case.");
  await expect(visitor.getByText("Warning, by Ada First")).toBeVisible();
  await expect(visitor.getByRole("button", { name: "Decide" })).toHaveCount(0);
});
