import { parseMake } from "./key";

interface BuiltInMake {
  name: string;
  models: readonly string[];
}

/** Best-known models. */
const LIST: Record<string, string> = {
  AC: "Ace, Aceca, Cobra",
  Acura: "Integra, Legend, NSX",
  "Alfa Romeo": "147, 156, 75, 8C, Alfasud, Brera, Giulia, Giulietta, GTV, Montreal, Spider",
  Aprilia: "RS 125, RS 250, RSV4, Tuono",
  "Aston Martin": "DB4, DB5, DB6, DB7, DB9, DBS, V8, Vantage",
  Audi: "100, 80, A3, A4, A6, Quattro, R8, RS2, RS4, RS6, S4, TT",
  Austin: "7, A30, A35, Allegro, Cambridge, Maxi",
  "Austin-Healey": "100, 3000, Sprite",
  Bentley: "4½ Litre, Arnage, Continental GT, R Type, S1, Turbo R",
  BMW: "2002, 3.0 CSL, E30, 325i, 328i, 507, 635CSi, M3, M5, R 80 G/S, R nineT, R 1200 GS, Z3",
  BSA: "A10, B31, Bantam, Gold Star, Rocket 3",
  Bugatti: "Chiron, EB110, Type 35, Type 57, Veyron",
  Buick: "Electra, GNX, Grand National, Riviera, Roadmaster, Skylark",
  Cadillac: "CTS-V, Coupe de Ville, Eldorado, Fleetwood, Series 62",
  "Case IH": "Farmall, International 1455, Magnum, Maxxum",
  Caterham: "Seven, Seven 270, Seven 420, Seven 620",
  Chevrolet: "Bel Air, C10, Camaro, Chevelle, Corvette, El Camino, Impala, Nova, Silverado, Suburban",
  "Chris-Craft": "Barrel Back, Capri, Cobra, Continental, Riviera",
  Chrysler: "300, Airflow, Imperial, New Yorker, Town & Country",
  Citroën: "2CV, Ami, BX, CX, DS, Méhari, SM, Traction Avant, XM",
  Claas: "Arion, Axion, Xerion",
  Daihatsu: "Charade, Copen, Fourtrak",
  Datsun: "240Z, 260Z, 280Z, 510, Fairlady",
  "David Brown": "880, 990, 1210, Cropmaster",
  DeLorean: "DMC-12",
  "De Tomaso": "Mangusta, Pantera",
  "Deutz-Fahr": "D 15, DX 85, F1M 414",
  Dodge: "Challenger, Charger, Coronet, Dart, Power Wagon, Ram, Viper",
  Ducati: "748, 851, 900 SS, 916, 999, Monster, Multistrada, Panigale V4, Scrambler",
  Fendt: "Dieselross, Farmer, Favorit, Vario 724",
  Ferrari: "250 GTO, 308, 328, 348, 360, 458, Dino 246, Enzo, F355, F40, F50, Testarossa",
  Fiat: "124 Spider, 126, 130, 500, 600, Coupé, Panda, Uno, X1/9",
  Ford: "5000, Anglia, Bronco, Capri, Cortina, Escort, F-100, F-150, Fiesta, Focus, Galaxie, GT40, Model A, Model T, Mustang, Sierra, Thunderbird, Transit",
  GMC: "Jimmy, Sierra, Syclone, Typhoon",
  "Harley-Davidson": "Electra Glide, Fat Boy, Heritage Softail, Knucklehead, Panhead, Road King, Sportster, V-Rod",
  Hillman: "Avenger, Hunter, Imp, Minx",
  Holden: "Commodore, HSV GTS, Monaro, Torana",
  Honda:
    "Accord, Africa Twin, CB400F, CB750, Civic, CRX, Fireblade, Gold Wing, Integra, NSX, Prelude, S2000, Super Cub",
  Husqvarna: "CR 250, FE 350, Svartpilen, Vitpilen",
  Indian: "Chief, Four, Scout",
  International: "Harvester B-275, Loadstar, Scout, Travelall",
  Isuzu: "Bellett, Piazza, Trooper",
  Iveco: "Daily, EuroCargo, Stralis",
  Jaguar: "D-Type, E-Type, Mark 2, XJ6, XJ220, XJS, XK120, XK140, XK150",
  Jawa: "250, 350, Californian",
  Jeep: "Cherokee, CJ-5, CJ-7, Grand Cherokee, Wagoneer, Willys MB, Wrangler",
  Jensen: "541, CV8, FF, Interceptor",
  "John Deere": "2040, 3010, 4020, 6910, Model A, Model B",
  Kawasaki: "GPZ 900 R, H2, KLR 650, Ninja, W650, Z1, Z650, Z900",
  Kenworth: "K100, T600, W900",
  KTM: "690 Duke, 890 Adventure, 990 Super Duke, X-Bow",
  Lagonda: "2.6 Litre, LG45, Rapide",
  Lamborghini: "Aventador, Countach, Diablo, Espada, Gallardo, Huracán, Miura, Murciélago",
  Lambretta: "GP 200, LD 150, Li 150, SX 200, TV 175",
  Lancia: "Aurelia, Delta Integrale, Flaminia, Fulvia, Stratos",
  "Land Rover": "Defender, Defender 90, Defender 110, Discovery, Range Rover, Series I, Series II, Series III",
  Lanz: "Bulldog",
  Laverda: "750 SF, Jota, RGS 1000",
  Lexus: "GS 300, IS 200, IS-F, LFA, LS 400, SC 430",
  Lincoln: "Continental, Mark V, Town Car, Zephyr",
  Lotus: "Cortina, Eclat, Elan, Elise, Elite, Esprit, Europa, Exige, Seven",
  Mack: "B Model, R Model, Superliner",
  MAN: "F90, TGA, TGX",
  Maserati: "3200 GT, Biturbo, Bora, Ghibli, GranTurismo, Merak, Quattroporte",
  "Massey Ferguson": "35, 65, 135, 165, 590",
  Matchless: "G3, G9, G12, G80",
  Mazda: "Cosmo, MX-5, RX-3, RX-7, RX-8, 323",
  McLaren: "570S, 720S, F1, MP4-12C, P1",
  "Mercedes-Benz": "190 E, 190 SL, 230 SL, 280 SL, 300 SL, 300 TD, 500 E, G-Class, L 319, SLK, Unimog, W123, W124",
  Mercury: "Comet, Cougar, Cyclone, Marauder",
  MG: "A, B, B GT, Metro 6R4, Midget, RV8, TC, TD, TF, Y",
  Mini: "1000, Clubman, Cooper, Cooper S, John Cooper Works",
  Mitsubishi: "3000GT, Colt, Evo VI, Galant VR-4, L200, Lancer Evolution, Pajero, Starion",
  Morgan: "3 Wheeler, 4/4, Aero 8, Plus 4, Plus 8",
  Morris: "Cowley, Marina, Minor, Minor Traveller, Oxford",
  "Moto Guzzi": "850 Le Mans, California, Falcone, V50, V7",
  "MV Agusta": "750 S, Brutale, F3, F4",
  Nissan: "200SX, 300ZX, 350Z, 370Z, Figaro, GT-R, Patrol, Skyline GT-R, Sunny",
  Norton: "Commando, Dominator, ES2, International, Manx",
  NSU: "Prinz, Quickly, Ro 80, TT",
  Oldsmobile: "442, Cutlass, Rocket 88, Starfire, Toronado",
  Opel: "Ascona, Calibra, GT, Kadett, Manta, Rekord, Speedster",
  Packard: "Caribbean, Eight, Hawk, Patrician",
  Peterbilt: "351, 359, 379",
  Peugeot: "106 Rallye, 205 GTI, 306, 403, 404, 405 Mi16, 504",
  Plymouth: "Barracuda, Duster, Fury, Prowler, Road Runner, Superbird",
  Pontiac: "Bonneville, Catalina, Fiero, Firebird, GTO, Trans Am",
  Porsche: "356, 550 Spyder, 911, 912, 914, 924, 928, 944, 959, 964, 968, 993, Boxster, Cayman, Diesel Junior",
  Reliant: "Regal, Robin, Scimitar GTE",
  Renault: "4, 5 Turbo, 8 Gordini, 16, Alpine A110, Clio V6, Clio Williams, Dauphine, Twingo",
  Riva: "Ariston, Aquarama, Florida, Tritone",
  "Rolls-Royce": "Corniche, Phantom, Silver Cloud, Silver Ghost, Silver Shadow, Silver Spirit",
  Rover: "75, P4, P5, P6, SD1",
  "Royal Enfield": "Bullet, Classic 350, Continental GT, Himalayan, Interceptor",
  Saab: "9-3, 900, 9000, 92, 95, 96, 99 Turbo, Sonett",
  Scania: "111, 143, R 500",
  Seat: "600, Ibiza, Leon, Toledo",
  Shelby: "Cobra, GT350, GT500",
  Škoda: "110 R, 120, 130 RS, Fabia vRS, Favorit, Octavia",
  Steyr: "180, 188, 8090",
  Studebaker: "Avanti, Champion, Commander, Golden Hawk, Lark",
  Subaru: "BRZ, Forester, Impreza, Impreza WRX STI, Legacy, SVX",
  Sunbeam: "Alpine, Rapier, Tiger",
  Suzuki: "Cappuccino, DR 650, GSX-R 750, GSX-R 1000, Hayabusa, Jimny, Katana, RG 500, Swift",
  Tatra: "603, 613, 77, 815, 87",
  Tesla: "Model 3, Model S, Roadster",
  Toyota: "2000GT, AE86, Celica, Corolla, GR Yaris, Hilux, Land Cruiser, MR2, Starlet, Supra",
  Trabant: "601, 1.1, P50",
  Triumph:
    "Bonneville, Daytona, Dolomite, GT6, Herald, Scrambler, Speed Twin, Spitfire, Stag, Tiger, TR2, TR3, TR4, TR6, TR7, Vitesse",
  TVR: "Cerbera, Chimaera, Griffith, S3, Sagaris, Tuscan",
  Ural: "Gear Up, M-72, Retro",
  Vauxhall: "Astra, Cavalier, Chevette, Lotus Carlton, Nova, Victor, VX220",
  Velocette: "KSS, Thruxton, Venom, Viper",
  Vespa: "50, GS 160, GTS 300, PX 125, Rally 200",
  Vincent: "Black Shadow, Comet, Rapide",
  Volkswagen: "Beetle, Bus, Corrado, Golf, Golf GTI, Karmann Ghia, Passat, Polo, Scirocco, T1, T2, T3, Type 3",
  Volvo: "240, 480, 740, 850 R, Amazon, C30, F12, FH16, P1800, PV544",
  Willys: "Jeepster, MB, Overland",
  Yamaha: "DT 125, FZR 1000, MT-07, R1, R6, RD 350, SR 500, Ténéré, V-Max, XT 500",
  Zündapp: "Bella, K 800, KS 601, KS 750",
};

/** Only makes without cars. */
const MOTORCYCLES =
  "Aprilia, BSA, Ducati, Harley-Davidson, Husqvarna, Indian, Jawa, Kawasaki, Lambretta, Laverda, Matchless, " +
  "Moto Guzzi, MV Agusta, Norton, Royal Enfield, Ural, Velocette, Vespa, Vincent, Zündapp";

export const BUILT_IN_MAKES: readonly BuiltInMake[] = Object.entries(LIST).map(([name, models]) => ({
  name,
  models: models.split(", "),
}));

const OF_MOTORCYCLES = new Set(MOTORCYCLES.split(", ").map((name) => parseMake(name).key));
const BY_KEY = new Map(BUILT_IN_MAKES.map((make) => [parseMake(make.name).key, make]));

export function findBuiltInMake(text: string): BuiltInMake | undefined {
  return BY_KEY.get(parseMake(text).key);
}

export function isMotorcycleMake(text: string): boolean {
  return OF_MOTORCYCLES.has(parseMake(text).key);
}
