import type { BodyType } from "../art/vehicle-art";

export interface SampleModel {
  make: string;
  model: string;
  /** First and last year in which it was sold. */
  from: number;
  to: number;
}

/** "Make | model | first year - last year", by the drawing that shows it. */
const LISTS: Record<BodyType, string> = {
  roadster: `MG | B Roadster | 1962-1980
    Mazda | MX-5 | 1989-1997
    Triumph | TR4 | 1961-1965
    Alfa Romeo | Spider Duetto | 1966-1969
    Datsun | Fairlady 2000 | 1967-1970
    Austin-Healey | 3000 Mk III | 1963-1967
    Fiat | 124 Sport Spider | 1966-1985
    Honda | S800 | 1966-1970
    Lotus | Elan | 1962-1973`,
  microbus: `Volkswagen | Type 2 Microbus | 1950-1967
    Volkswagen | T2 Westfalia | 1968-1979
    Fiat | 600 Multipla | 1956-1969
    Barkas | B1000 | 1961-1990
    Škoda | 1203 | 1968-1981
    DKW | Schnellaster | 1949-1962`,
  "rear-engine": `Porsche | 911 T | 1967-1973
    Porsche | 912 | 1965-1969
    Volkswagen | Karmann Ghia | 1955-1974
    Renault | Alpine A310 | 1971-1984
    Tatra | 603 | 1956-1975
    Škoda | 110 R Coupé | 1970-1980
    Simca | 1200 S Coupé | 1967-1971`,
  "cafe-racer": `Triton | 650 Café Racer | 1961-1970
    Norton | Commando 750 | 1967-1975
    Royal Enfield | Continental GT | 2013-2018
    Ducati | 750 Sport | 1972-1974
    Triumph | Thruxton 900 | 2004-2015
    BSA | Gold Star DBD34 | 1956-1963
    Moto Guzzi | V7 Sport | 1971-1974`,
  pickup: `Ford | F-100 | 1953-1956
    Chevrolet | 3100 | 1947-1955
    Dodge | D100 Sweptline | 1961-1971
    GMC | 100 Stepside | 1955-1959
    Studebaker | Champ | 1960-1964
    International | B-110 | 1959-1961`,
  "mid-engine": `Lancia | Stratos HF | 1973-1975
    Ferrari | 308 GTB | 1975-1985
    Lotus | Esprit S1 | 1976-1978
    Matra | Murena | 1980-1983
    Toyota | MR2 | 1984-1989
    De Tomaso | Pantera | 1971-1985
    Fiat | X1/9 | 1972-1982`,
  "city-car": `Fiat | Nuova 500 | 1957-1975
    Austin | Mini Cooper | 1961-1967
    BMW | Isetta 300 | 1956-1962
    Subaru | 360 | 1958-1971
    Goggomobil | T 250 | 1955-1969
    Zündapp | Janus | 1957-1958
    Autobianchi | Bianchina | 1957-1970`,
  saloon: `Alfa Romeo | Giulia Super | 1965-1972
    BMW | 2002 tii | 1971-1975
    Mercedes-Benz | 190 E 2.3-16 | 1984-1988
    Ford | Lotus Cortina | 1963-1970
    Volvo | 122S Amazon | 1958-1970
    Peugeot | 504 | 1968-1983
    Datsun | 510 | 1968-1973
    Nissan | Skyline 2000GT | 1968-1972`,
  tourer: `Bentley | 4½ Litre | 1927-1931
    Lagonda | M45 Tourer | 1933-1936
    Alvis | 12/50 | 1923-1932
    Ford | Model T Touring | 1909-1927
    Bugatti | Type 43 | 1927-1931
    Laurin & Klement | 110 | 1925-1929
    Vauxhall | 30-98 | 1919-1927`,
  "off-roader": `Land Rover | Series II | 1958-1971
    Toyota | Land Cruiser FJ40 | 1960-1984
    Mercedes-Benz | 240 GD | 1979-1987
    Suzuki | Jimny LJ80 | 1977-1983
    Lada | Niva | 1977-1995
    Nissan | Patrol 160 | 1980-1987
    Land Rover | Defender 90 | 1990-2006`,
  fastback: `Ford | Mustang Fastback | 1965-1970
    Dodge | Charger | 1966-1974
    Plymouth | Barracuda | 1967-1974
    Ford | Capri 3000 GT | 1969-1981
    Opel | Manta A | 1970-1975
    Datsun | 240Z | 1969-1973
    Toyota | Celica Liftback | 1973-1977`,
  scooter: `Vespa | 150 GS | 1955-1961
    Lambretta | Li 150 | 1958-1967
    Vespa | Rally 200 | 1972-1979
    Heinkel | Tourist 103 | 1960-1965
    Čezeta | 501 | 1957-1959
    Simson | Schwalbe KR51 | 1964-1986`,
  estate: `Volvo | 245 | 1974-1993
    Citroën | ID 19 Break | 1959-1968
    Mercedes-Benz | 300 TD | 1978-1985
    Peugeot | 505 Break | 1982-1992
    Saab | 95 | 1959-1978
    Volvo | 850 T-5R | 1994-1995
    Lancia | Thema Station Wagon | 1986-1994`,
  "single-seater": `Cooper | T52 Formula Junior | 1960-1960
    Lotus | 51 Formula Ford | 1967-1968
    Lola | T200 Formula Ford | 1970-1971
    Merlyn | Mk 20 | 1971-1972
    Beach | Mk 5 Formula Vee | 1964-1971
    Melkus | 64 Formula 3 | 1964-1968`,
  "hot-hatch": `Volkswagen | Golf GTI | 1976-1991
    Peugeot | 205 GTI 1.9 | 1986-1993
    Lancia | Delta Integrale | 1987-1993
    Renault | 5 GT Turbo | 1985-1991
    Citroën | AX GT | 1987-1992
    Honda | Civic Type R EK9 | 1997-2000
    Ford | Fiesta XR2 | 1981-1989`,
  "adventure-bike": `BMW | R 80 G/S | 1980-1987
    Honda | XRV 750 Africa Twin | 1990-2003
    Yamaha | XT 600 Z Ténéré | 1983-1990
    KTM | 990 Adventure | 2006-2012
    Cagiva | Elefant 900 | 1990-1996
    Suzuki | DR 750 Big | 1988-1990`,
  "hot-rod": `Ford | Model A Hot Rod | 1928-1931
    Ford | Model B Deuce Coupe | 1932-1932
    Ford | Model 40 Three-Window | 1933-1934
    Chevrolet | Master Coupe | 1933-1938
    Plymouth | PE Business Coupe | 1934-1934`,
};

function parse(list: string): SampleModel[] {
  return list.split("\n").map((line) => {
    const [make, model, years] = line.split("|").map((part) => part.trim());
    const [from, to] = years!.split("-").map(Number);
    return { make: make!, model: model!, from: from!, to: to! };
  });
}

/** What is really shaped like each drawing. */
export const MODELS = Object.fromEntries(
  Object.entries(LISTS).map(([body, list]) => [body, parse(list)]),
) as unknown as Record<BodyType, SampleModel[]>;
