import { adventureBike, cafeRacer, scooter } from "./bodies/bikes";
import * as compact from "./bodies/compacts";
import * as coupe from "./bodies/coupes";
import { cityCar, estate, hotHatch, saloon } from "./bodies/family";
import * as hauler from "./bodies/haulers";
import * as motorcycle from "./bodies/motorcycles";
import * as open from "./bodies/roadsters";
import * as four from "./bodies/saloons";
import { fastback, midEngine, rearEngine, roadster } from "./bodies/sports";
import { hotRod, singleSeater, tourer } from "./bodies/vintage";
import { microbus, offRoader, pickup } from "./bodies/work";
import type { Figure } from "./spec";

/** Every drawing, each of one model; neighbours in this order look different. */
export const FIGURES = {
  roadster,
  microbus,
  "rear-engine": rearEngine,
  "cafe-racer": cafeRacer,
  pickup,
  "mid-engine": midEngine,
  "city-car": cityCar,
  saloon,
  tourer,
  "off-roader": offRoader,
  fastback,
  scooter,
  estate,
  "single-seater": singleSeater,
  "hot-hatch": hotHatch,
  "adventure-bike": adventureBike,
  "hot-rod": hotRod,
  mini: compact.mini,
  miura: coupe.miura,
  "land-rover": hauler.seriesTwo,
  commando: motorcycle.commando,
  goddess: four.goddess,
  mgb: open.mgb,
  "citroen-hy": hauler.corrugated,
  "bubble-car": compact.bubbleCar,
  charger: coupe.charger,
  amazon: four.amazon,
  traveller: hauler.woodie,
  "e-type": coupe.eType,
  duck: compact.duck,
  "ford-f100": hauler.effie,
  cortina: four.lotusCortina,
  "ducati-750": motorcycle.sportDesmo,
  elan: open.elan,
  "land-cruiser": hauler.landCruiser,
  stratos: coupe.wedgeRally,
  multipla: compact.peopleCarrier,
  cosworth: four.cosworthSaloon,
  beetle: compact.beetle,
  "datsun-240": coupe.zed,
  westfalia: hauler.camper,
  "bel-air": four.belAir,
  bullet: motorcycle.bullet,
  speedster: open.speedster,
  "renault-4": compact.frenchHatch,
  "range-rover": hauler.rangeRover,
  ghia: coupe.ghia,
  giulia: four.giulia,
  "africa-twin": motorcycle.desertTwin,
  "peugeot-205": compact.lionHatch,
  schnellaster: hauler.schnell,
  esprit: coupe.esprit,
  "mark-two": four.markTwo,
  duetto: open.duetto,
  trabant: compact.plasticCar,
  "chevrolet-c10": hauler.fleetside,
  capri: coupe.capri,
  "guzzi-v7": motorcycle.guzzi,
  "bmw-2002": four.twoDoorSports,
  "g-wagen": hauler.gWagen,
  alpine: coupe.berlinette,
  goggo: compact.goggo,
  "mercedes-300": hauler.diesel,
  cobra: open.cobra,
  tatra: four.tatra,
  r80gs: motorcycle.parisDakar,
  x19: coupe.targa,
  niva: hauler.niva,
  saab: four.saab,
  delta: compact.rallyHatch,
  "sting-ray": coupe.stingRay,
  thruxton: motorcycle.thruxton,
  anglia: four.anglia,
  jimny: hauler.tinyJeep,
  miata: open.miata,
  "peugeot-504": four.paris504,
  manta: coupe.manta,
  janus: compact.janus,
  cb750: motorcycle.cbFour,
  "volvo-850": hauler.turboEstate,
  p1800: coupe.marcello,
  "renault-5": compact.turboHatch,
  hakosuka: four.hakosuka,
  tr4: open.trFour,
  tenere: motorcycle.tenere,
  mr2: coupe.midship,
  "skoda-110": coupe.rapid,
  civic: compact.revHatch,
  "gold-star": motorcycle.goldStar,
  "datsun-510": four.bluebird,
} as const satisfies Record<string, Figure>;

export type BodyType = keyof typeof FIGURES;
export const BODY_TYPES = Object.keys(FIGURES) as BodyType[];

const RIDDEN: readonly Figure[] = [cafeRacer, adventureBike, scooter, ...Object.values(motorcycle)];

/** Whether one sits on it rather than in it. */
export const isRidden = (body: BodyType): boolean => RIDDEN.includes(FIGURES[body]);
