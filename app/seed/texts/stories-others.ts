import type { Kind } from "./models";
import type { StoryPart } from "./stories-cars";

export const OTHER_STORIES: Record<Exclude<Kind, "car">, Record<StoryPart, readonly string[]>> = {
  bike: {
    purchase: [
      "It came to me in four crates and a biscuit tin, with a frame that leaned against the wall like an umbrella.",
      "I bought it from the widow of a postman who had ridden it on Sundays only. The side stand had worn a neat hole into his garage floor.",
      "I saw it behind a bakery in {town}, under a blue tarpaulin. It took the baker two years to say yes.",
      "A friend owed me money and had two motorcycles. Now he has one and I have this.",
      "My first {make} was stolen when I was nineteen. This is not the same machine, but it forgives me for having left the key in.",
      "The seller rode it to my door to prove that it ran, then walked home across {town} in his boots. I drove after him with the money he had forgotten.",
      "A travelling nurse had taken it through nine countries and wanted it to stay with somebody who would add a tenth.",
    ],
    work: [
      "The wheels were rebuilt with stainless spokes, the tank was lined and painted in {paint}, and every bearing that could be bought was bought.",
      "I split the cases, replaced the main bearings, and learned what a woodruff key is by losing one.",
      "New wiring runs through the old loops, hidden well enough that nobody has complained at a show yet.",
      "It was rebuilt on a kitchen table over two winters. The table has been replaced.",
      "The forks were bent by the width of a pencil, which explained why it preferred left-hand bends.",
      "Fresh seals, fresh cables, a chain that fits: nothing heroic, but it took every evening of a long February.",
      "The seat was stitched by a shoemaker in {town}, who asked to be paid with a ride.",
    ],
    drive: [
      "It likes small roads, cool mornings and third gear. On motorways it makes its displeasure known through the footrests.",
      "With the new jets it pulls cleanly from low down, and the brakes have been promoted from a suggestion to a request.",
      "I rode it to the sea and back in one day, and walked like a cowboy for three.",
      "Rain finds its way into my left boot at exactly sixty. At fifty-nine we are both content.",
      "People cross the street to look at it, then ask whether it hurts to sit on. It does, beautifully.",
    ],
    next: [
      "A second tank bag and a better map are all that is missing for the autumn tour.",
      "The next job is the rear hub, as soon as I have borrowed the puller that everybody has lent to everybody else.",
      "If anybody near {town} polishes alloy for love rather than money, let us talk.",
      "One more season like this one, then it gets new rings and I get a new back.",
    ],
  },
  scooter: {
    purchase: [
      "A tailor in {town} had used it for deliveries and kept a box of his chalk under the seat. It was still there when I took it home on a handcart.",
    ],
    work: [
      "The panels were dented by three generations of shopping. A jeweller straightened them with wooden tools, and the {paint} was sprayed in his courtyard.",
    ],
    drive: [
      "Two strokes, two seats and a smell that opens every conversation in the old town. It is the fastest way to buy bread and the slowest way home with it.",
    ],
    next: ["It still needs a luggage carrier of the right age, and I still need a smaller suitcase."],
  },
  prewar: {
    purchase: [
      "It was laid up with a cracked block, and three generations meant to do something about it. The fourth rang me.",
      "I first saw it on a hill climb, passing a modern car in a cloud of castor oil, and asked the driver for his telephone number.",
    ],
    work: [
      "The ash frame was replaced where it had turned to powder, and the white metal bearings were poured by one of the last people who still do it.",
      "Little can be bought, so most of it was made: brackets, floor boards, a water pump, and a remarkable number of special spanners.",
    ],
    drive: [
      "You plan ahead when you drive it: for corners, for hills, and above all for stopping. After a morning of that you wonder why anybody wanted it otherwise.",
      "We use it for two rallies a year and for fetching bread. Children wave, dogs do not.",
    ],
    next: [
      "The hood leaks over the passenger, who has been promised a hat.",
      "I am copying its missing side lamp from a photograph, one hammer blow at a time.",
    ],
  },
  racer: {
    purchase: [
      "It hung from the ceiling of a racing school’s workshop for decades. When the school closed, they let me take it down.",
    ],
    work: [
      "The frame was checked on a jig and crack-tested, the uprights are new, and the fuel cell is in date. Each bolt is on a list with a torque beside it.",
    ],
    drive: [
      "It weighs less than my kitchen. We are usually in the middle of the grid and always among the first at the barbecue.",
    ],
    next: [
      "Before the first meeting it needs fresh belts, a noise test, and a driver who has kept his New Year’s resolutions.",
    ],
  },
  work: {
    purchase: [
      "A farm sale outside {town}: tractors first, then tools, and this at the very end behind the barn, with a tree growing through the bumper.",
      "It belonged to a builder who had retired it to carry sand. I traded it for a cement mixer and a weekend of labour.",
      "I wanted something that could carry a gearbox and that nobody would be afraid to lean against.",
      "The fire brigade of a village near {town} had kept it as a spare for the spare. It came with a bell and eight buckets.",
      "It had carried a circus, then a theatre, then a band. All three left stickers, and I have left the stickers.",
      "A forester sold it to me on one condition: it has to see a wood at least once a month.",
      "I rented it for a house move, drove it for a day, and never quite gave it back. The paperwork followed in spring.",
    ],
    work: [
      "The frame was blasted and painted, the springs were reset, and I rebuilt the axles on the floor because no bench would have carried them.",
      "It got brakes that work, a heater that nearly does, and seat belts. The body I left alone; each dent has a date.",
      "The engine only needed gaskets, hoses and an apology. The boards in the back are new oak from a sawmill near {town}.",
      "I washed it for two days before I knew what colour it was. It was {paint}, and under that {paint} again.",
      "Half of the floor was new metal by Easter, and all of it by autumn. I now own a welder and a respectable number of burnt sleeves.",
      "Everything that squeaked was greased, and everything that was greased attracted sand. We have found a balance.",
    ],
    drive: [
      "It is slow, it is loud, and it has never once refused to start. The neighbours have stopped hiring vans.",
      "Empty it bounces, loaded it glides. I keep a few bags of gravel in the back for comfort.",
      "Top speed depends on the wind, the hill and the number of passengers who lean forward.",
      "It has hauled firewood, bicycles, two sofas and one very calm goat.",
      "Nobody hoots behind it. They overtake gently and then wave, as one does to an old horse.",
    ],
    next: [
      "It still carries things, and as long as it does I shall not polish it.",
      "A roof box, a stove and two weeks off: that is the whole plan for July.",
      "The second gear is asking for attention, and will get it once the hay is in.",
      "I need a better jack, or a lighter hobby.",
    ],
  },
};
