import type { Random } from "../random";

/** Of one country, separated by commas. */
interface Nation {
  country: string;
  women: string;
  men: string;
  families: string;
  womensFamilies?: string;
  /** "Tulsa" or, if the country has several, "Tulsa/Oklahoma". */
  towns: string;
  familyFirst?: boolean;
}

const NATIONS: readonly Nation[] = [
  {
    country: "England",
    women: "Harriet,Imogen,Beth,Gemma,Rosalind,Tess",
    men: "Graham,Oliver,Callum,Nigel,Dominic,Ravi",
    families: "Whitlock,Ashdown,Patel,Harker,Braithwaite,Okafor,Pemberton,Sykes",
    towns: "Sheffield,Chichester,Lewes,Bicester,Malton,Whitby,Ludlow,Bristol,Brackley,Oxford,Birmingham,Coventry",
  },
  {
    country: "France",
    women: "Zoë,Élodie,Maëlle,Céline,Solène,Agnès",
    men: "Jérôme,Étienne,Loïc,Matthieu,François,Rémi",
    families: "Lefèvre,Moreau,Kerguelen,Besson,Châtelain,Diallo,Garnier,Rousseau",
    towns: "Lyon,Le Mans,Saint-Étienne,Reims,Quimper,Montlhéry,Nîmes,Besançon",
  },
  {
    country: "Poland",
    women: "Agnieszka,Małgorzata,Zofia,Hanna,Kinga",
    men: "Łukasz,Paweł,Michał,Grzegorz,Bartosz",
    families: "Nowak,Wiśniewski,Zieliński,Dąbrowski,Wójcik,Mazur",
    womensFamilies: "Nowak,Wiśniewska,Zielińska,Dąbrowska,Wójcik,Mazur",
    towns: "Łódź,Poznań,Gdańsk,Wrocław,Kraków,Bydgoszcz",
  },
  {
    country: "Denmark",
    women: "Freja,Signe,Kirsten,Astrid,Maja",
    men: "Søren,Jørgen,Mads,Kasper,Rasmus",
    families: "Østergaard,Kjær,Lindholm,Nørgaard,Holm,Friis",
    towns: "Aarhus,Helsingør,Odense,Køge,Roskilde,Aalborg",
  },
  {
    country: "Spain",
    women: "Lucía,Inés,Marta,Begoña,Nuria",
    men: "José,Andrés,Álvaro,Íñigo,Sergio",
    families: "Ibáñez,Muñoz,Cortés,Serrano,Etxeberria,Vidal,Peña",
    towns: "Zaragoza,Gijón,Cádiz,Logroño,Girona,Córdoba",
  },
  {
    country: "Germany",
    women: "Katharina,Jördis,Annegret,Ulrike,Leyla",
    men: "Jürgen,Björn,Matthias,Heiko,Cem",
    families: "Müller,Größmann,Vogt,Brandstätter,Yılmaz,Hoffmann,Kröger",
    towns: "Wuppertal,Göttingen,Stuttgart,Lübeck,Görlitz,Münster,Eisenach",
  },
  {
    country: "Italy",
    women: "Chiara,Giulia,Noemi,Elisabetta,Lucia",
    men: "Niccolò,Matteo,Giancarlo,Fabio,Ruggero",
    families: "Bellini,Ferrero,Marchetti,D’Angelo,Zanella,Rinaldi,Fabbri",
    towns: "Brescia,Modena,Torino,Forlì,Lucca,Bergamo,Siena",
  },
  {
    country: "Portugal",
    women: "Inês,Beatriz,Joana,Conceição",
    men: "João,Tomás,Gonçalo,Rui",
    families: "Magalhães,Simões,Carvalho,Brandão,Teixeira",
    towns: "Porto,Évora,Setúbal,Guimarães,Viseu",
  },
  {
    country: "Czechia",
    women: "Kateřina,Jiřina,Tereza,Lenka",
    men: "Ondřej,Jiří,Zdeněk,Tomáš",
    families: "Novák,Dvořák,Šimek,Kučera,Říha",
    womensFamilies: "Nováková,Dvořáková,Šimková,Kučerová,Říhová",
    towns: "Mladá Boleslav,Brno,Plzeň,Olomouc,Kopřivnice",
  },
  {
    country: "Sweden",
    women: "Åsa,Linnéa,Frida,Malin",
    men: "Göran,Håkan,Nils,Anders",
    families: "Sjöberg,Åkesson,Lindström,Öberg,Hellström",
    towns: "Trollhättan,Göteborg,Malmö,Örebro,Umeå",
  },
  {
    country: "USA",
    women: "Denise,Marisol,Carol Ann,Tamika,Shauna",
    men: "Dale,Hank,Luis,Tyrell,Wes",
    families: "Kowalski,Ramirez,Hutchins,Broussard,Nakamura,Freeman,McAllister",
    towns:
      "Duluth/Minnesota,Bakersfield/California,Asheville/North Carolina,Tulsa/Oklahoma,Flagstaff/Arizona,Toledo/Ohio,Savannah/Georgia,Monterey/California",
  },
  {
    country: "Taiwan",
    women: "Yi-chun,Shu-fen,Mei-ling,Ya-ting",
    men: "Chih-ming,Chia-hao,Chun-chieh,Kuan-yu",
    families: "Chen,Lin,Huang,Chang,Wu",
    towns: "Taichung,Tainan,Hsinchu,Hualien",
    familyFirst: true,
  },
  {
    country: "Japan",
    women: "Haruka,Yōko,Natsumi,Sachiko",
    men: "Kenji,Shōta,Takumi,Hiroshi",
    families: "Tanaka,Ōno,Fujimoto,Katō,Morishita",
    towns: "Hamamatsu,Hiroshima,Yokohama,Kōbe,Nagoya",
  },
  {
    country: "Australia",
    women: "Kylie,Jacinta,Thuy,Bronwyn",
    men: "Lachlan,Bruce,Darcy,Stavros",
    families: "Papadakis,Nguyen,Doyle,Rutherford,McKenzie",
    towns: "Bathurst,Geelong,Fremantle,Ballarat,Hobart",
  },
  {
    country: "Brazil",
    women: "Luíza,Thaís,Fernanda,Antônia",
    men: "Caetano,Vinícius,Thiago,Otávio",
    families: "Gonçalves,Araújo,Nascimento,Furtado,Assunção",
    towns: "Curitiba,São Paulo,Belo Horizonte,Araxá,Florianópolis",
  },
  {
    country: "Ireland",
    women: "Aoife,Niamh,Sinéad,Gráinne",
    men: "Seán,Pádraig,Cillian,Diarmuid",
    families: "Ó Briain,Fitzgerald,Keane,Gallagher,Ó Domhnaill",
    womensFamilies: "Ní Bhriain,Fitzgerald,Keane,Gallagher,Ní Dhomhnaill",
    towns: "Galway,Kilkenny,Dungarvan,Sligo,Mullingar",
  },
  {
    country: "Netherlands",
    women: "Anouk,Femke,Marijke,Noor",
    men: "Jeroen,Sjoerd,Willem,Bram",
    families: "de Vries,van der Meer,Hoekstra,Bakker,El Amrani",
    towns: "Assen,Utrecht,Deventer,Zandvoort,’s-Hertogenbosch",
  },
  {
    country: "South Africa",
    women: "Thandiwe,Anneke,Lerato,Nadia",
    men: "Sipho,Pieter,Kabelo,Faizel",
    families: "Dlamini,van Wyk,Mokoena,Naidoo,Jacobs",
    towns: "Knysna,Stellenbosch,Durban,Gqeberha",
  },
];

const splitList = (text: string) => text.split(",");

const ROSTER = NATIONS.map((nation) => ({
  ...nation,
  women: splitList(nation.women),
  men: splitList(nation.men),
  families: splitList(nation.families),
  womensFamilies: splitList(nation.womensFamilies ?? nation.families),
  towns: splitList(nation.towns),
}));

export interface SamplePerson {
  name: string;
  givenName: string;
  family: string;
  isWoman: boolean;
  town: string;
  country: string;
  location: string;
}

function townIn(country: string, entry: string): { town: string; location: string } {
  const [town = "", region] = entry.split("/");
  return { town, location: [town, region, country].filter(Boolean).join(", ") };
}

export function sampleLocations(): string[] {
  return ROSTER.flatMap(({ country, towns }) => towns.map((entry) => townIn(country, entry).location));
}

export function samplePerson(random: Random, index: number): SamplePerson {
  const nation = ROSTER[(index * 7 + random.int(0, 2)) % ROSTER.length]!;
  const isWoman = random.chance(0.42);
  const givenName = random.pick(isWoman ? nation.women : nation.men);
  const family = random.pick(isWoman ? nation.womensFamilies : nation.families);
  const place = townIn(nation.country, random.pick(nation.towns));
  const name = nation.familyFirst ? `${family} ${givenName}` : `${givenName} ${family}`;
  return { name, givenName, family, isWoman, country: nation.country, ...place };
}

/** In the country's language; "#" is the number. */
const STREETS: Record<string, string> = {
  England: "# Station Road",
  France: "# rue de la Gare",
  Poland: "ul. Kolejowa #",
  Denmark: "Jernbanegade #",
  Spain: "Calle Mayor #",
  Germany: "Bahnhofstraße #",
  Italy: "Via Garibaldi #",
  Portugal: "Rua da Estação #",
  Czechia: "Nádražní #",
  Sweden: "Järnvägsgatan #",
  USA: "# Depot Street",
  Taiwan: "No. #, Zhongshan Road",
  Japan: "Ekimae-dori #",
  Australia: "# Railway Parade",
  Brazil: "Rua da Estação #",
  Ireland: "# Railway Street",
  Netherlands: "Stationsstraat #",
  "South Africa": "# Station Street",
};

export function sampleAddress(random: Random, person: SamplePerson): string {
  const street = STREETS[person.country] ?? "# Station Road";
  return `${street.replace("#", String(random.int(2, 94)))}, ${person.location}`;
}

/** Parts, some empty. */
export const BIOS: readonly string[] = `Weekend mechanic. Weekday bookkeeper.
I drive them in the rain. That is what the wipers are for.
Third generation in a family that never sold anything with wheels.
Learning to weld, slowly. The results are getting flatter.
Retired tram driver with too many carburettors.
More spanners than sense. Always happy to lend either.
I photograph old cars at dawn and restore one at a time.
Engineer by trade, rust remover by habit.
Looking for the road with the fewest roundabouts.
Started with my grandfather’s car and have not stopped since.
Trained as an upholsterer, so the seats are always done first.
If it has points and a choke, I am interested.
Nurse on nights, gearboxes on days off.
I collect tools, and the vehicles are the excuse.
Former rally co-driver who still reads the road out loud.
Teacher of physics; my pupils know more about clutches than is healthy.
Paint is my trade, patience is my hobby.
Half of a couple that met over a seized brake drum.
Librarian with a soft spot for workshop manuals.
I came for one photograph and stayed for nine projects.
Farmer. The tractor lives in the shed, the rest in the house.
Will trade jam for head gaskets.
Pattern maker, now retired and finally casting for myself.
Two left hands, but very good friends.
My first word was a make, they say.
Piano tuner who listens to engines for a change.`.split("\n");
