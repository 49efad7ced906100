export type Kind = "car" | "bike" | "scooter" | "prewar" | "racer" | "work";

/** "mirrored" is the other side. */
export type View = "profile" | "front" | "cockpit" | "rear" | "wheel" | "mirrored";

export interface SampleModel {
  /** Key of its pictures and in `SPEC_LIST`. */
  body: string;
  make: string;
  model: string;
  firstYear: number;
  lastYear: number;
  kind: Kind;
  paint: string;
  /** Of its pictures; the first is the cover. */
  views: View[];
  /** By the owner, in one or two sentences, true of this model only. */
  summary: string;
}

/** Body | make | model | years | kind | paint | view | summary. Neighbours look different. */
const LIST = `roadster | Austin-Healey | 3000 Mk III | 1963-1967 | car | signal red | mirrored | Six lazy cylinders, a walnut dash and a footwell that toasts both shoes.
microbus | Volkswagen | Type 2 Microbus | 1955-1967 | work | silver | front | Eleven windows, forty horses and room for everybody’s luggage but ours.
rear-engine | Porsche | 911 T | 1967-1973 | car | sky blue | cockpit | The mildest of its family, on carburettors, and all the sweeter for it.
cafe-racer | Triton | 650 Café Racer | 1961-1970 | bike | chestnut brown | rear | Triumph engine, Norton frame, and a rider who should know better at his age.
pickup | Chevrolet | 3100 | 1947-1953 | work | dusk blue | wheel | A farm truck from the first day, with the original oak slats in its bed.
mid-engine | Ferrari | 308 GTB | 1975-1980 | car | sage green | mirrored | The dry-sump carburettor car, serviced by the book and used in spite of it.
city-car | Fiat | Nuova 500 | 1957-1975 | car | primrose yellow | front | Two cylinders, one canvas roof and no hill that it will not climb eventually.
saloon | BMW | 525 | 1973-1981 | car | racing green | cockpit | An early five with the small boot lid vents and a very smooth six.
tourer | Bentley | 4½ Litre | 1927-1931 | prewar | midnight blue | rear | Built for Le Mans, used for picnics, and comfortable with neither hurry nor rain.
off-roader | Land Rover | Defender 90 | 1990-2006 | work | olive green | wheel | Short wheelbase, tall snorkel, and mud from four countries under its arches.
fastback | Ford | Mustang Fastback | 1965-1970 | car | burgundy | mirrored | A small-block four-speed that crossed the ocean with its hubcaps in the boot.
scooter | Vespa | 150 GS | 1955-1961 | scooter | ochre | front | Four gears on the left grip and the prettiest tail ever pressed from steel.
estate | Volvo | 245 | 1974-1993 | car | black | cockpit | It swallows a wardrobe without folding anything and asks for more.
single-seater | Cooper | T52 Formula Junior | 1960-1961 | racer | dove grey | rear | A cigar with four exhausts, raced by three generations of one family.
hot-hatch | Volkswagen | Golf GTI | 1976-1983 | car | ivory | wheel | First series, tartan seats, golf-ball gear knob: nothing has ever been swapped.
adventure-bike | BMW | R 1150 GS Adventure | 2002-2005 | bike | burnt orange | mirrored | Thirty litres of fuel, two aluminium cases and a stamp in every passport page.
hot-rod | Ford | Model B Deuce Coupe | 1932-1932 | prewar | turquoise | front | A highboy in the old style, built from a body that somebody had used as a hen house.
mini | Austin | Mini Cooper | 1961-1967 | car | racing green | mirrored | Ten-inch wheels, a long straight-cut whine, and cornering like a dropped marble.
miura | Lamborghini | Miura P400 | 1966-1969 | car | midnight blue | rear | Twelve cylinders lie across my back, and conversation ends at two thousand revs.
land-rover | Land Rover | Series II | 1958-1971 | work | olive green | wheel | No two panels meet at the same angle, and no field has ever stopped it.
commando | Norton | Commando 750 | 1968-1975 | bike | burgundy | mirrored | The engine dances on rubber at the lights and holds still above three thousand.
goddess | Citroën | DS 21 | 1965-1972 | car | ochre | front | It rises when it wakes, bows when it is parked, and the lamps look into corners.
mgb | MG | B Roadster | 1962-1974 | car | black | mirrored | Chrome grille, wire wheels, overdrive on a stalk: the sensible choice of a foolish heart.
citroen-hy | Citroën | HY | 1948-1981 | work | dove grey | rear | Once the butcher’s van of a village, now it sells our neighbours pancakes.
bubble-car | BMW | Isetta 300 | 1956-1962 | car | ivory | wheel | You enter through the front, greet the traffic, and park nose first against anything.
charger | Dodge | Charger R/T | 1968-1970 | car | burnt orange | mirrored | More than five metres of it, and still hardly any room for a second suitcase.
amazon | Volvo | 122S Amazon | 1958-1970 | car | turquoise | front | Twin carburettors, three-point belts from new, and doors that shut like a bank.
traveller | Morris | Minor Traveller | 1953-1971 | car | signal red | cockpit | Half of it is ash, and in spring it wants oil, varnish and a kind word.
e-type | Jaguar | E-Type 4.2 Coupé | 1964-1968 | car | silver | rear | The bonnet arrives at a junction a full second before I do.
duck | Citroën | 2CV 6 | 1970-1990 | car | sky blue | wheel | Leans like a dinghy, forgives like a grandmother, and starts at minus twenty.
ford-f100 | Ford | F-100 | 1953-1956 | work | chestnut brown | mirrored | The side windows are full of dog, the bed is full of swap-meet bargains.
cortina | Ford | Lotus Cortina | 1963-1966 | car | dusk blue | front | White with a green flash when it left the works, and three wheels on the ground in corners.
ducati-750 | Ducati | 750 Sport | 1972-1974 | bike | sage green | cockpit | Bevel gears, clip-ons, and a valve adjustment that takes a full winter weekend.
elan | Lotus | Elan | 1962-1973 | car | primrose yellow | rear | It weighs what two motorcycles weigh and steers like neither.
land-cruiser | Toyota | Land Cruiser FJ40 | 1960-1984 | work | ivory | wheel | It came out of the desert with sand in the frame that still trickles on cold mornings.
stratos | Lancia | Stratos HF | 1973-1975 | car | burnt orange | mirrored | The wheelbase is shorter than our sofa, and the sofa is easier to catch.
multipla | Fiat | 600 Multipla | 1956-1969 | car | turquoise | front | Six seats on the footprint of a garden shed; the first row sits on the front axle.
cosworth | Mercedes-Benz | 190 E 2.3-16 | 1984-1988 | car | signal red | mirrored | First gear is down and to the left, where a racing driver wants it.
beetle | Volkswagen | 1200 Beetle | 1954-1965 | car | silver | rear | The engine has been out four times, always before lunch and back in before dark.
datsun-240 | Datsun | 240Z | 1969-1973 | car | sky blue | wheel | Six cylinders in line, a bonnet like a runway, and the original space-saver spare.
westfalia | Volkswagen | T2 Westfalia | 1972-1979 | work | chestnut brown | mirrored | Roof up, kettle on: we have slept beside eleven different lakes.
bel-air | Chevrolet | Bel Air Sport Coupe | 1957-1957 | car | dusk blue | front | Gold anodised trim, a fuel filler hidden in the fin, and the turning circle of a ferry.
bullet | Royal Enfield | Bullet 500 | 1990-2008 | bike | sage green | mirrored | One cylinder, one beat for each telegraph pole, and no reason to count faster.
speedster | Porsche | 356 Speedster | 1955-1958 | car | primrose yellow | rear | The windscreen is a suggestion, and the hood is a rumour.
renault-4 | Renault | 4 | 1961-1992 | car | racing green | wheel | The gear lever comes out of the dashboard like an umbrella handle, and works.
range-rover | Range Rover | Classic Two-Door | 1970-1985 | work | midnight blue | mirrored | Hose out the inside on Saturday, drive to the opera in it on Sunday.
ghia | Volkswagen | Karmann Ghia | 1955-1974 | car | olive green | front | A Beetle in evening dress; nobody minds that the dress is faster than the Beetle.
giulia | Alfa Romeo | Giulia Super | 1965-1972 | car | burgundy | cockpit | Drawn by the wind, they said, although it looks like the box the wind came in.
africa-twin | Honda | XRV 750 Africa Twin | 1990-2003 | bike | ochre | rear | It is taller than my garage is tidy, and has never left me beside a road.
peugeot-205 | Peugeot | 205 GTI 1.9 | 1986-1993 | car | black | wheel | Never lift in a bend, they told me, and I have the hedge to prove them right.
schnellaster | DKW | Schnellaster | 1949-1962 | work | dove grey | mirrored | It had front-wheel drive and one flat floor when other vans were still carts.
esprit | Lotus | Esprit S1 | 1976-1978 | car | dusk blue | front | Folded from a single sheet of paper, or so it seems when the sun stands low.
mark-two | Jaguar | Mk 2 3.8 | 1959-1967 | car | sage green | cockpit | The getaway car of every old film, with picnic tables for the passengers.
duetto | Alfa Romeo | Spider Duetto | 1966-1969 | car | primrose yellow | rear | Round at both ends like a cuttlefish bone, and twice as light on its feet.
trabant | Trabant | 601 | 1964-1990 | car | racing green | wheel | Two strokes, three coats of polish on the Duroplast, and a waiting list of one.
chevrolet-c10 | Chevrolet | C10 Fleetside | 1967-1972 | work | midnight blue | mirrored | Three on the tree, a bench for three, and a radio that finds only country music.
capri | Ford | Capri 3000 GT | 1969-1974 | car | olive green | front | The car you always promised yourself, forty years after the advertisement.
guzzi-v7 | Moto Guzzi | V7 Sport | 1971-1974 | bike | burgundy | cockpit | Blip the throttle and the whole machine leans over to listen.
bmw-2002 | BMW | 2002 tii | 1971-1975 | car | ochre | rear | Kugelfischer injection that I have learned to set by ear and by prayer.
g-wagen | Mercedes-Benz | 240 GD | 1979-1987 | work | black | wheel | Seventy-two horsepower push a brick up any mountain, provided nobody waits at the top.
alpine | Renault Alpine | A110 | 1961-1977 | car | dove grey | mirrored | You wear it rather than drive it, and take your shoes off to find the pedals.
goggo | Goggomobil | T 250 | 1955-1969 | car | ivory | front | Thirteen horsepower, which is twelve more than most lawns require.
mercedes-300 | Mercedes-Benz | 300 TD | 1978-1985 | car | burnt orange | cockpit | Five cylinders of diesel and half a million kilometres on the original head.
cobra | AC | Cobra 289 | 1963-1965 | car | turquoise | rear | A polite English roadster that was sent to America and came home with friends.
tatra | Tatra | 603 | 1956-1975 | car | signal red | wheel | An air-cooled eight hangs behind the rear axle and hums like a distant organ.
r80gs | BMW | R 80 G/S | 1980-1987 | bike | silver | mirrored | The one that started it all, with a single-sided swing arm and a red seat once.
x19 | Fiat | X1/9 | 1972-1982 | car | sky blue | front | Two boots, one removable roof, and more balance than power.
niva | Lada | Niva | 1977-1995 | work | chestnut brown | cockpit | Three levers, permanent four-wheel drive, and a heater that could dry hay.
saab | Saab | 96 | 1960-1980 | car | ochre | rear | Freewheel, column shift and a shape that was decided by an aeroplane engineer.
delta | Lancia | Delta Integrale | 1987-1993 | car | black | wheel | Four driven wheels, blistered wings, and an appetite for timing belts.
sting-ray | Chevrolet | Corvette Sting Ray | 1963-1967 | car | dove grey | mirrored | Lamps that roll over like sleeping eyes, on a body that has never known rust.
thruxton | Triumph | Thruxton 900 | 2004-2015 | bike | ivory | front | The café racer for people who prefer to arrive with dry socks.
anglia | Ford | Anglia 105E | 1959-1968 | car | burnt orange | mirrored | The rear window leans the wrong way, so that it stays clean in the rain.
jimny | Suzuki | LJ80 | 1977-1983 | work | turquoise | rear | Small enough to be lifted by four friends, which has been necessary twice.
miata | Mazda | MX-5 | 1989-1997 | car | signal red | wheel | The answer to every question about which first classic to buy.
peugeot-504 | Peugeot | 504 | 1968-1983 | car | silver | mirrored | Seats like a good cinema and suspension like a better one.
manta | Opel | Manta A | 1970-1975 | car | sky blue | front | Four round tail lights and a matt black bonnet against the glare of the sun.
janus | Zündapp | Janus | 1957-1958 | car | chestnut brown | mirrored | Two passengers look ahead and two look back, and all four ask which end is which.
cb750 | Honda | CB 750 Four | 1969-1976 | bike | dusk blue | rear | Four silencers, a disc brake and an electric starter when nobody else dared.
volvo-850 | Volvo | 850 T-5R Estate | 1994-1995 | car | sage green | wheel | A brick with a turbocharger that once embarrassed touring cars, dog guard included.
p1800 | Volvo | P1800 S | 1963-1969 | car | primrose yellow | mirrored | Swedish steel under an Italian line, and a million kilometres are said to be possible.
renault-5 | Renault | 5 GT Turbo | 1985-1991 | car | racing green | front | Nothing, nothing, still nothing, and then the whole turbo at once.
hakosuka | Nissan | Skyline 2000GT | 1968-1972 | car | midnight blue | cockpit | A straight six, black flares and a queue of teenagers with cameras at each stop.
tr4 | Triumph | TR4 | 1961-1965 | car | olive green | rear | A tractor engine in a Savile Row suit, with sleeves that roll up easily.
tenere | Yamaha | XT 600 Z Ténéré | 1983-1990 | bike | burgundy | wheel | Twenty-eight litres in the tank and a kick starter that keeps its rider honest.
mr2 | Toyota | MR2 | 1984-1989 | car | silver | mirrored | An origami sports car that has needed oil, tyres and very little else.
skoda-110 | Škoda | 110 R Coupé | 1970-1980 | car | sky blue | front | The Porsche of the East, said the salesman to my grandfather, and kept a straight face.
civic | Honda | Civic Type R EK9 | 1997-2000 | car | chestnut brown | mirrored | It shouts at eight thousand revs and apologises to nobody.
gold-star | BSA | Gold Star DBD34 | 1956-1963 | bike | dusk blue | rear | First gear reaches past the speed limit of most towns, so I slip the clutch and smile.
datsun-510 | Datsun | 510 | 1968-1973 | car | sage green | wheel | The poor man’s sports saloon, except that the poor man now needs a rich friend.`;

const MORE_VIEWS: readonly View[] = ["front", "rear", "wheel", "mirrored"];
/** Pictures beyond the second, of each model in turn. */
const MORE_COUNTS = [3, 1, 0];

export const MODELS: readonly SampleModel[] = LIST.split("\n").map((line, index) => {
  const [body, make, model, years, kind, paint, view, summary] = line.split("|").map((part) => part.trim());
  const [firstYear, lastYear] = years!.split("-").map(Number);
  return {
    body: body!,
    make: make!,
    model: model!,
    firstYear: firstYear!,
    lastYear: lastYear!,
    kind: kind as Kind,
    paint: paint!,
    views: [
      "profile",
      view as View,
      ...MORE_VIEWS.filter((other) => other !== view).slice(0, MORE_COUNTS[index % MORE_COUNTS.length]),
    ],
    summary: summary!,
  };
});
