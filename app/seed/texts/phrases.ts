import type { Random } from "~/lib/random";
import type { View } from "../art/vehicle-art";
import type { Kind, Subject } from "./stories";

const CAPTIONS: Record<View, readonly string[]> = {
  profile: ["Fresh from a wash, in {paint}", "The {model}, first drive of the year", "Parked up and cooling down", ""],
  front: ["The face that sold it to me", "New headlamp, old bracket", "Nose to nose", "Front end, all original"],
  cockpit: ["Where I spend my Sundays", "All gauges work, some of them correctly", "The office", "View from the seat"],
  rear: ["What most people see of it", "Tail, with the correct lamps at last", "Leaving, reluctantly", ""],
  wheel: ["Wheels cleaned with a toothbrush", "New tyres, correct size", "Every wheel nut torqued by hand"],
  mirrored: ["Its better side", "The other side, before anybody asks", "Evening light in {town}"],
};

export function sampleCaption(random: Random, view: View, subject: Subject): string {
  return random
    .pick(CAPTIONS[view])
    .replace(/\{(paint|model|town)\}/g, (_, slot: "paint" | "model" | "town") => subject[slot]);
}

const COMMENTS: Record<Kind | "any", readonly string[]> = {
  any: [
    "That colour suits it perfectly. Is it the original shade?",
    "Beautiful work. The photo of the details made me go back to my own garage.",
    "I have been following this one since the first pictures. Well done for not giving up.",
    "How long did the paint take, from bare metal to what we see here?",
    "My uncle had one just like this. Same year, I think. Thank you for the memories.",
    "Great to see one that is used and not only polished.",
    "Where did you find the rubber parts? I have been looking for a year.",
    "Saved for later. My evening is gone, but it was worth it.",
    "Honest, well kept, well told. More of this, please.",
    "The stance is exactly right. Please do not change it.",
    "Did you keep the old badges? They always look better than the reproductions.",
    "I saw it at the spring meet and did not dare to ask. Lovely in the metal, too.",
    "Which oil do you run in the summer?",
    "You had me at the story. The rest is a bonus.",
  ],
  car: [
    "Is that the original steering wheel? It looks just right.",
    "The panel gaps are better than they ever were from the factory.",
    "Would love to hear a cold start of this one.",
    "Those bumpers are impossible to find. Guard them well.",
  ],
  bike: [
    "What a stance. Which tyres are those?",
    "Second kick! Mine takes seven and a prayer.",
    "I would not dare to take it out in the rain, so respect.",
  ],
  prewar: [
    "Cars like this should be seen moving. Thank you for driving it.",
    "Who poured the bearings, if I may ask? Ours are due next winter.",
  ],
  racer: [
    "See you on the grid in May?",
    "How is it in the wet? Ours is a handful.",
    "What ratio do you run at the back?",
  ],
  work: [
    "Every dent a medal.",
    "Looks ready for another forty years of work.",
    "I would borrow this one too, and bring it back with a full tank.",
  ],
};

export function sampleComment(random: Random, kind: Kind): string {
  return random.pick(COMMENTS[random.chance(0.7) ? "any" : kind]);
}

const REPLIES = [
  "Thank you! It took a while, but I would do it again.",
  "Yes, as far as we can tell from the papers.",
  "Come by on a Sunday and have a look, coffee included.",
  "Thanks for asking. I will take better pictures of that when it is back on the lift.",
  "Very kind. There is still a lot to do that the camera does not show.",
  "I will write that down for the next update.",
];

export function sampleReply(random: Random): string {
  return random.pick(REPLIES);
}

const REVIEWS: Record<3 | 4 | 5, readonly string[]> = {
  5: [
    "Visited on a Sunday and left three hours later with oil on my sleeves and a smile. Wonderful collection, generous host.",
    "Every vehicle here is used, known and cared for. It shows in each photograph.",
    "Helped me to find a part I had given up on. The garage is as tidy as the pictures suggest.",
    "The most honest descriptions on this site. What is not finished is said to be not finished.",
    "A small collection with a clear idea behind it. I keep coming back to see what is next.",
  ],
  4: [
    "Lovely vehicles and good stories. I would enjoy more photographs of the engine bays.",
    "Great to visit, though it is easy to miss the entrance. Look for the blue door.",
    "A fine mix, well presented. One or two still wait for their story to be told.",
    "Knowledgeable and friendly. Took a few days to answer, but then in great detail.",
  ],
  3: [
    "Interesting vehicles, but the descriptions could say more about what was replaced.",
    "Nice cars. It was rather full when we came, so we could not see everything.",
  ],
};

export function sampleReview(random: Random): { rating: number; review: string } {
  const rating = random.chance(0.58) ? 5 : random.chance(0.78) ? 4 : 3;
  return { rating, review: random.pick(REVIEWS[rating]) };
}
