import { beforeEach, describe, expect, test } from "vitest";
import { browseVehicles } from "~/features/browse/queries.server";
import { browseQuery } from "~/features/browse/schema.server";
import { findGarageSuggestion } from "~/features/garages/list.server";
import { findSuggestion } from "~/features/search/correction.server";
import { searchJson } from "~/features/search/json.server";
import { search } from "~/features/search/queries.server";
import { decode } from "~/lib/decode";
import { makeGarage, makeOwner, makeUser, makeVehicle, setActive } from "../support/make-rows";

const VEHICLES = `Volkswagen: Beetle, Golf GTI | Mercedes-Benz: 300 SL, 190 E | Porsche: 911, Boxster | Lamborghini: Countach
  | Chevrolet: Corvette, Camaro, Chevelle | Subaru: Impreza WRX STI, Forester | Hyundai: Pony | Mitsubishi: Lancer Evo
  | Maserati: Ghibli, Merak | Alfa Romeo: Giulia, Spider | Ferrari: Testarossa, F40 | Citroën: 2CV, DS | Peugeot: 205 GTI
  | Renault: Alpine A110, Clio | Toyota: Land Cruiser, Celica | Nissan: Skyline GT-R, Silvia | Mazda: MX-5 Miata, RX-7
  | Bugatti: Veyron | Koenigsegg: Agera | Ford: Mustang, Escort, Capri | Land Rover: Defender | Mini: Cooper S
  | Ducati: Monster | Yamaha: XT 500 | Kawasaki: Ninja, Z900 | Triumph: Spitfire, Bonneville | Harley-Davidson: Sportster
  | BMW: 2002, M3 | Audi: Quattro | Fiat: Panda, Uno | Honda: Civic, Accord | Volvo: Amazon, 240 | Opel: Manta
  | Jaguar: E-Type | Suzuki: Jimny, Swift | Škoda: Octavia | Lotus: Elan, Esprit | Saab: 900 | Vespa: PX 125 | MG: MGB`;

beforeEach(() => {
  const garage = makeGarage(makeUser({ name: "Ada Lovelace" }), { name: "The Clock Tower" });
  for (const line of VEHICLES.split("|")) {
    const [make = "", models = ""] = line.trim().split(": ");
    for (const model of models.split(", ")) makeVehicle(garage, { make, model, year: 1969 });
  }
});

const MISSPELT: [typed: string, meant: string][] = [
  ["volkswagon beetle", "Volkswagen Beetle"],
  ["mercedez", "Mercedes"],
  ["porshe 911", "Porsche 911"],
  ["lamborgini", "Lamborghini"],
  ["chevorlet", "Chevrolet"],
  ["suburu", "Subaru"],
  ["hundai", "Hyundai"],
  ["mitsubitshi", "Mitsubishi"],
  ["maseratti", "Maserati"],
  ["alfa romero", "Alfa Romeo"],
  ["ferarri", "Ferrari"],
  ["citreon", "Citroën"],
  ["peugot 205", "Peugeot 205"],
  ["renualt", "Renault"],
  ["toyata", "Toyota"],
  ["nissian", "Nissan"],
  ["mazada", "Mazda"],
  ["buggati", "Bugatti"],
  ["koeniggsegg", "Koenigsegg"],
  ["konigsegg", "Koenigsegg"],
  ["corvete", "Corvette"],
  ["ford mustange", "Ford Mustang"],
  ["1969 camero", "1969 Camaro"],
  ["beatle", "Beetle"],
  ["landrover defendor", "Land Rover Defender"],
  ["landcruser", "Land Cruiser"],
  ["land crusier", "Land Cruiser"],
  ["miyata", "Miata"],
  ["imprezza", "Impreza"],
  ["skylne", "Skyline"],
  ["mini couper", "Mini Cooper"],
  ["ducatti", "Ducati"],
  ["yamha", "Yamaha"],
  ["kawaski", "Kawasaki"],
  ["triumf", "Triumph"],
  ["harley davdison", "Harley-Davidson"],
  ["folkswagon golf gti", "Volkswagen Golf GTI"],
  ["vw bettle", "Volkswagen Beetle"],
];

describe("a search without results suggests", () => {
  test("the make and model of a usual misspelling", () => {
    const suggestions = MISSPELT.map(([query]) => [query, findSuggestion(query)]);
    expect(suggestions).toEqual(MISSPELT);
    for (const [query] of MISSPELT) expect(search(query, undefined, 1), query).toEqual({});
  });

  test("the name of a garage or member", () => {
    expect(findSuggestion("clok tower")).toBe("Clock Tower");
    expect(findSuggestion("lovelase")).toBe("Lovelace");
  });

  test("only a text that finds something public", () => {
    expect(["xqzzyx", "", "a", "'", "ford beatle", "porshe 912", "1970 camero"].map(findSuggestion)).toEqual(
      Array(7).fill(null),
    );
    expect([`camero ${"x".repeat(50)}`, "a b c d e f camero"].map(findSuggestion)).toEqual([null, null]);
    const { user, garage } = makeOwner({ name: "Zebediah" });
    makeVehicle(garage, { make: "Wartburg", model: "Knight" });
    expect(["zebediaj", "wartborg"].map(findSuggestion)).toEqual(["Zebediah", "Wartburg"]);
    setActive(user, false);
    expect(["zebediaj", "wartborg"].map(findSuggestion)).toEqual([null, null]);
  });

  test("vehicles with the other filters, and names of garages", () => {
    const first = { page: 1, limit: 24 };
    const browse = (query: Record<string, string>) => browseVehicles(decode(browseQuery, query), first).suggestion;
    expect(browse({ q: "mustange", make: "ford" })).toEqual({ q: "Mustang", url: "/vehicles?make=Ford&q=Mustang" });
    expect([browse({ q: "mustange", make: "audi" }), browse({ q: "mustang" }), browse({ make: "x" })]).toEqual([
      null,
      null,
      null,
    ]);
    const garage = (search: string) => findGarageSuggestion({ search, sort: "-createdAt" });
    expect(["clok tower", "mustange", ""].map(garage)).toEqual(["Clock Tower", null, null]);
  });

  test("in the API, and only then", () => {
    const page = { page: 1, limit: 20 };
    expect(searchJson("ford mustange", page).suggestion).toBe("Ford Mustang");
    expect(searchJson("ford mustang", page).suggestion).toBeNull();
    expect(searchJson("ford", { page: 9, limit: 20 }).suggestion).toBeNull();
  });
});
