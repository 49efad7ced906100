const set = (words: string) => new Set(words.split(" "));

/** Region codes that are also words: they count only in capitals. */
export const SHORT_WORDS = set(
  "al am an as at av be by co ct de do dr er es et go hi id il in is it la ln ma me my no of oh ok or pa pl rd so st to us",
);

/** Everyday words that are also the name of some town, or of a country in some language ("Island"). */
export const EVERYDAY = set(
  "airport beach bar barn bay camp castle center centre central church city club corner country court cross downtown earth " +
    "east everywhere farm field forest garage garden gate green hall harbor harbour heaven hell here hill home house inn " +
    "island lake lodge mall manor marina market mobile moon mountain museum nowhere office online orange other park pier " +
    "place plaza point port private race river road school secret shed shop show somewhere south square station street " +
    "sunset tba tbc tbd town track trail unknown valley village west wood woods workshop yard",
);

/** Words at the start or end of a name that mark a landscape feature rather than the small town named after it. */
export const FEATURES = set(
  "lake lago lac loch mount mt river cape bay isle island islands castle park valley canyon beach shore coast hill hills springs falls point mountain mountains ridge creek forest gardens",
);
