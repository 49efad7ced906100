import { typedMake } from "./key";

export type Kind = "car" | "motorcycle" | "truck" | "tractor" | "boat";

/** A make that the site knows from the start. */
export interface KnownMake {
  name: string;
  /** What it makes, what it is best known for first. */
  kinds: readonly Kind[];
  models: readonly string[];
}

const car = ["car"] as const;
const bike = ["motorcycle"] as const;
const truck = ["truck"] as const;
const tractor = ["tractor"] as const;
const boat = ["boat"] as const;

/** The usual makes and their best-known models, parted by commas. */
const LIST: Record<string, readonly [kinds: readonly Kind[], models: string]> = {
  AC: [car, "Ace, Aceca, Cobra"],
  Acura: [car, "Integra, Legend, NSX"],
  "Alfa Romeo": [car, "147, 156, 75, 8C, Alfasud, Brera, Giulia, Giulietta, GTV, Montreal, Spider"],
  Aprilia: [bike, "RS 125, RS 250, RSV4, Tuono"],
  "Aston Martin": [car, "DB4, DB5, DB6, DB7, DB9, DBS, V8, Vantage"],
  Audi: [car, "100, 80, A3, A4, A6, Quattro, R8, RS2, RS4, RS6, S4, TT"],
  Austin: [car, "7, A30, A35, Allegro, Cambridge, Maxi"],
  "Austin-Healey": [car, "100, 3000, Sprite"],
  Bentley: [car, "4½ Litre, Arnage, Continental GT, R Type, S1, Turbo R"],
  BMW: [["car", "motorcycle"], "2002, 3.0 CSL, E30, 325i, 328i, 507, 635CSi, M3, M5, R 80 G/S, R nineT, R 1200 GS, Z3"],
  BSA: [bike, "A10, B31, Bantam, Gold Star, Rocket 3"],
  Bugatti: [car, "Chiron, EB110, Type 35, Type 57, Veyron"],
  Buick: [car, "Electra, GNX, Grand National, Riviera, Roadmaster, Skylark"],
  Cadillac: [car, "CTS-V, Coupe de Ville, Eldorado, Fleetwood, Series 62"],
  "Case IH": [tractor, "Farmall, International 1455, Magnum, Maxxum"],
  Caterham: [car, "Seven, Seven 270, Seven 420, Seven 620"],
  Chevrolet: [
    ["car", "truck"],
    "Bel Air, C10, Camaro, Chevelle, Corvette, El Camino, Impala, Nova, Silverado, Suburban",
  ],
  "Chris-Craft": [boat, "Barrel Back, Capri, Cobra, Continental, Riviera"],
  Chrysler: [car, "300, Airflow, Imperial, New Yorker, Town & Country"],
  Citroën: [car, "2CV, Ami, BX, CX, DS, Méhari, SM, Traction Avant, XM"],
  Claas: [tractor, "Arion, Axion, Xerion"],
  Daihatsu: [car, "Charade, Copen, Fourtrak"],
  Datsun: [car, "240Z, 260Z, 280Z, 510, Fairlady"],
  "David Brown": [tractor, "880, 990, 1210, Cropmaster"],
  DeLorean: [car, "DMC-12"],
  "De Tomaso": [car, "Mangusta, Pantera"],
  "Deutz-Fahr": [tractor, "D 15, DX 85, F1M 414"],
  Dodge: [["car", "truck"], "Challenger, Charger, Coronet, Dart, Power Wagon, Ram, Viper"],
  Ducati: [bike, "748, 851, 900 SS, 916, 999, Monster, Multistrada, Panigale V4, Scrambler"],
  Fendt: [tractor, "Dieselross, Farmer, Favorit, Vario 724"],
  Ferrari: [car, "250 GTO, 308, 328, 348, 360, 458, Dino 246, Enzo, F355, F40, F50, Testarossa"],
  Fiat: [car, "124 Spider, 126, 130, 500, 600, Coupé, Panda, Uno, X1/9"],
  Ford: [
    ["car", "truck", "tractor"],
    "5000, Anglia, Bronco, Capri, Cortina, Escort, F-100, F-150, Fiesta, Focus, Galaxie, GT40, Model A, Model T, Mustang, Sierra, Thunderbird, Transit",
  ],
  GMC: [truck, "Jimmy, Sierra, Syclone, Typhoon"],
  "Harley-Davidson": [
    bike,
    "Electra Glide, Fat Boy, Heritage Softail, Knucklehead, Panhead, Road King, Sportster, V-Rod",
  ],
  Hillman: [car, "Avenger, Hunter, Imp, Minx"],
  Holden: [car, "Commodore, HSV GTS, Monaro, Torana"],
  Honda: [
    ["car", "motorcycle"],
    "Accord, Africa Twin, CB400F, CB750, Civic, CRX, Fireblade, Gold Wing, Integra, NSX, Prelude, S2000, Super Cub",
  ],
  Husqvarna: [bike, "CR 250, FE 350, Svartpilen, Vitpilen"],
  Indian: [bike, "Chief, Four, Scout"],
  International: [["truck", "tractor"], "Harvester B-275, Loadstar, Scout, Travelall"],
  Isuzu: [["car", "truck"], "Bellett, Piazza, Trooper"],
  Iveco: [truck, "Daily, EuroCargo, Stralis"],
  Jaguar: [car, "D-Type, E-Type, Mark 2, XJ6, XJ220, XJS, XK120, XK140, XK150"],
  Jawa: [bike, "250, 350, Californian"],
  Jeep: [car, "Cherokee, CJ-5, CJ-7, Grand Cherokee, Wagoneer, Willys MB, Wrangler"],
  Jensen: [car, "541, CV8, FF, Interceptor"],
  "John Deere": [tractor, "2040, 3010, 4020, 6910, Model A, Model B"],
  Kawasaki: [bike, "GPZ 900 R, H2, KLR 650, Ninja, W650, Z1, Z650, Z900"],
  Kenworth: [truck, "K100, T600, W900"],
  KTM: [["motorcycle", "car"], "690 Duke, 890 Adventure, 990 Super Duke, X-Bow"],
  Lagonda: [car, "2.6 Litre, LG45, Rapide"],
  Lamborghini: [["car", "tractor"], "Aventador, Countach, Diablo, Espada, Gallardo, Huracán, Miura, Murciélago"],
  Lambretta: [bike, "GP 200, LD 150, Li 150, SX 200, TV 175"],
  Lancia: [car, "Aurelia, Delta Integrale, Flaminia, Fulvia, Stratos"],
  "Land Rover": [car, "Defender, Defender 90, Defender 110, Discovery, Range Rover, Series I, Series II, Series III"],
  Lanz: [tractor, "Bulldog"],
  Laverda: [bike, "750 SF, Jota, RGS 1000"],
  Lexus: [car, "GS 300, IS 200, IS-F, LFA, LS 400, SC 430"],
  Lincoln: [car, "Continental, Mark V, Town Car, Zephyr"],
  Lotus: [car, "Cortina, Eclat, Elan, Elise, Elite, Esprit, Europa, Exige, Seven"],
  Mack: [truck, "B Model, R Model, Superliner"],
  MAN: [truck, "F90, TGA, TGX"],
  Maserati: [car, "3200 GT, Biturbo, Bora, Ghibli, GranTurismo, Merak, Quattroporte"],
  "Massey Ferguson": [tractor, "35, 65, 135, 165, 590"],
  Matchless: [bike, "G3, G9, G12, G80"],
  Mazda: [car, "Cosmo, MX-5, RX-3, RX-7, RX-8, 323"],
  McLaren: [car, "570S, 720S, F1, MP4-12C, P1"],
  "Mercedes-Benz": [
    ["car", "truck"],
    "190 E, 190 SL, 230 SL, 280 SL, 300 SL, 300 TD, 500 E, G-Class, L 319, SLK, Unimog, W123, W124",
  ],
  Mercury: [car, "Comet, Cougar, Cyclone, Marauder"],
  MG: [car, "A, B, B GT, Metro 6R4, Midget, RV8, TC, TD, TF, Y"],
  Mini: [car, "1000, Clubman, Cooper, Cooper S, John Cooper Works"],
  Mitsubishi: [car, "3000GT, Colt, Evo VI, Galant VR-4, L200, Lancer Evolution, Pajero, Starion"],
  Morgan: [car, "3 Wheeler, 4/4, Aero 8, Plus 4, Plus 8"],
  Morris: [car, "Cowley, Marina, Minor, Minor Traveller, Oxford"],
  "Moto Guzzi": [bike, "850 Le Mans, California, Falcone, V50, V7"],
  "MV Agusta": [bike, "750 S, Brutale, F3, F4"],
  Nissan: [car, "200SX, 300ZX, 350Z, 370Z, Figaro, GT-R, Patrol, Skyline GT-R, Sunny"],
  Norton: [bike, "Commando, Dominator, ES2, International, Manx"],
  NSU: [["car", "motorcycle"], "Prinz, Quickly, Ro 80, TT"],
  Oldsmobile: [car, "442, Cutlass, Rocket 88, Starfire, Toronado"],
  Opel: [car, "Ascona, Calibra, GT, Kadett, Manta, Rekord, Speedster"],
  Packard: [car, "Caribbean, Eight, Hawk, Patrician"],
  Peterbilt: [truck, "351, 359, 379"],
  Peugeot: [car, "106 Rallye, 205 GTI, 306, 403, 404, 405 Mi16, 504"],
  Plymouth: [car, "Barracuda, Duster, Fury, Prowler, Road Runner, Superbird"],
  Pontiac: [car, "Bonneville, Catalina, Fiero, Firebird, GTO, Trans Am"],
  Porsche: [
    ["car", "tractor"],
    "356, 550 Spyder, 911, 912, 914, 924, 928, 944, 959, 964, 968, 993, Boxster, Cayman, Diesel Junior",
  ],
  Reliant: [car, "Regal, Robin, Scimitar GTE"],
  Renault: [["car", "truck"], "4, 5 Turbo, 8 Gordini, 16, Alpine A110, Clio V6, Clio Williams, Dauphine, Twingo"],
  Riva: [boat, "Ariston, Aquarama, Florida, Tritone"],
  "Rolls-Royce": [car, "Corniche, Phantom, Silver Cloud, Silver Ghost, Silver Shadow, Silver Spirit"],
  Rover: [car, "75, P4, P5, P6, SD1"],
  "Royal Enfield": [bike, "Bullet, Classic 350, Continental GT, Himalayan, Interceptor"],
  Saab: [car, "9-3, 900, 9000, 92, 95, 96, 99 Turbo, Sonett"],
  Scania: [truck, "111, 143, R 500"],
  Seat: [car, "600, Ibiza, Leon, Toledo"],
  Shelby: [car, "Cobra, GT350, GT500"],
  Škoda: [car, "110 R, 120, 130 RS, Fabia vRS, Favorit, Octavia"],
  Steyr: [tractor, "180, 188, 8090"],
  Studebaker: [car, "Avanti, Champion, Commander, Golden Hawk, Lark"],
  Subaru: [car, "BRZ, Forester, Impreza, Impreza WRX STI, Legacy, SVX"],
  Sunbeam: [car, "Alpine, Rapier, Tiger"],
  Suzuki: [["motorcycle", "car"], "Cappuccino, DR 650, GSX-R 750, GSX-R 1000, Hayabusa, Jimny, Katana, RG 500, Swift"],
  Tatra: [["car", "truck"], "603, 613, 77, 815, 87"],
  Tesla: [car, "Model 3, Model S, Roadster"],
  Toyota: [car, "2000GT, AE86, Celica, Corolla, GR Yaris, Hilux, Land Cruiser, MR2, Starlet, Supra"],
  Trabant: [car, "601, 1.1, P50"],
  Triumph: [
    ["car", "motorcycle"],
    "Bonneville, Daytona, Dolomite, GT6, Herald, Scrambler, Speed Twin, Spitfire, Stag, Tiger, TR2, TR3, TR4, TR6, TR7, Vitesse",
  ],
  TVR: [car, "Cerbera, Chimaera, Griffith, S3, Sagaris, Tuscan"],
  Ural: [bike, "Gear Up, M-72, Retro"],
  Vauxhall: [car, "Astra, Cavalier, Chevette, Lotus Carlton, Nova, Victor, VX220"],
  Velocette: [bike, "KSS, Thruxton, Venom, Viper"],
  Vespa: [bike, "50, GS 160, GTS 300, PX 125, Rally 200"],
  Vincent: [bike, "Black Shadow, Comet, Rapide"],
  Volkswagen: [car, "Beetle, Bus, Corrado, Golf, Golf GTI, Karmann Ghia, Passat, Polo, Scirocco, T1, T2, T3, Type 3"],
  Volvo: [["car", "truck"], "240, 480, 740, 850 R, Amazon, C30, F12, FH16, P1800, PV544"],
  Willys: [car, "Jeepster, MB, Overland"],
  Yamaha: [["motorcycle", "boat"], "DT 125, FZR 1000, MT-07, R1, R6, RD 350, SR 500, Ténéré, V-Max, XT 500"],
  Zündapp: [bike, "Bella, K 800, KS 601, KS 750"],
};

/** The makes that the site knows from the start, A to Z. */
export const KNOWN_MAKES: readonly KnownMake[] = Object.entries(LIST).map(([name, [kinds, models]]) => ({
  name,
  kinds,
  models: models.split(", "),
}));

const BY_KEY = new Map(KNOWN_MAKES.map((make) => [typedMake(make.name).key, make]));

/** What the site knows from the start of the make that `text` means, however it is typed. */
export function knownMake(text: string): KnownMake | undefined {
  return BY_KEY.get(typedMake(text).key);
}

/** Whether the make that `text` means is known for motorcycles and nothing else. */
export function isMotorcycleMake(text: string): boolean {
  return knownMake(text)?.kinds.every((kind) => kind === "motorcycle") ?? false;
}
