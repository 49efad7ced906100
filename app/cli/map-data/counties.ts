/**
 * Britain and Ireland, for which the lists have only administrative districts and towns: county, its code in the lists
 * (or one of ours), and its parts' codes.
 */
const COUNTIES: [name: string, code: string, parts: string][] = [
  ["Bedfordshire", "GB.ENG.bedfordshire", "Z5 Z6 I1"],
  ["Berkshire", "GB.ENG.berkshire", "B3 K7 M1 P9 Q2 P4"],
  ["Bristol", "GB.ENG.B7", ""],
  ["Buckinghamshire", "GB.ENG.B9", "I6"],
  ["Cambridgeshire", "GB.ENG.C3", "K3"],
  ["Cheshire", "GB.ENG.cheshire", "Z7 Z8 E9 P2"],
  ["County Durham", "GB.ENG.D8", "D1 F5"],
  ["Derbyshire", "GB.ENG.D3", "D2"],
  ["Devon", "GB.ENG.D4", "K4 O4"],
  ["Dorset", "GB.ENG.D6", "AA B2 K5"],
  ["East Riding of Yorkshire", "GB.ENG.E1", "G6"],
  ["East Sussex", "GB.ENG.E2", "B6"],
  ["Essex", "GB.ENG.E4", "M5 O3"],
  ["Gloucestershire", "GB.ENG.E6", "M6"],
  ["Greater Manchester", "GB.ENG.greater-manchester", "B1 C1 I2 K1 L2 L5 N2 O1 O6 P7"],
  ["Hampshire", "GB.ENG.F2", "K6 M4"],
  ["Kent", "GB.ENG.G5", "I3"],
  ["Lancashire", "GB.ENG.H2", "A8 A9"],
  ["Leicestershire", "GB.ENG.H5", "H4"],
  ["Lincolnshire", "GB.ENG.H7", "J2 J3"],
  ["Merseyside", "GB.ENG.merseyside", "G9 H8 L8 N1 Q1"],
  ["North Yorkshire", "GB.ENG.J7", "Q5 I5 K9 N3"],
  ["Northamptonshire", "GB.ENG.northamptonshire", "WNH NNH J1"],
  ["Nottinghamshire", "GB.ENG.J9", "J8"],
  ["Shropshire", "GB.ENG.L6", "O2"],
  ["Somerset", "GB.ENG.M3", "A4 J4"],
  ["South Yorkshire", "GB.ENG.south-yorkshire", "A3 D5 L3 L9"],
  ["Staffordshire", "GB.ENG.M9", "N4"],
  ["Tyne and Wear", "GB.ENG.tyne-and-wear", "E5 I7 J5 M7 N6"],
  ["West Midlands", "GB.ENG.west-midlands", "A7 C7 D7 L7 M2 O8 Q3"],
  ["West Yorkshire", "GB.ENG.west-yorkshire", "H3 B4 C2 G8 O7"],
  ["Wiltshire", "GB.ENG.P8", "N9"],
  ["County Cavan", "IE.U.02", ""],
  ["County Cork", "IE.M.04", "32"],
  ["County Dublin", "IE.L.dublin", "33 34 35 39"],
  ["County Galway", "IE.C.10", "36"],
  ["County Limerick", "IE.M.42", ""],
  ["County Longford", "IE.L.18", ""],
  ["County Offaly", "IE.L.23", ""],
];

const PARTS = new Map(
  COUNTIES.flatMap(([, code, parts]) => {
    const region = code.slice(0, code.lastIndexOf("."));
    return parts.split(" ").map((part) => [`${region}.${part}`, code]);
  }),
);

/** In most of the world the region's own code. */
export function findCounty(code: string): string {
  return PARTS.get(code) ?? code;
}

/** Missing or named otherwise in the lists. */
export const COUNTY_NAMES: ReadonlyMap<string, string> = new Map(COUNTIES.map(([name, code]) => [code, name]));
