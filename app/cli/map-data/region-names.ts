/**
 * In the country's language, abbreviated, or former. `code=name,name`; two capitals, and names with a final full stop,
 * are abbreviations.
 */
const FIRST_LEVEL: Record<string, string> = {
  AT: "09=Wien;07=Tirol;06=Steiermark;04=Oberösterreich,OÖ;03=Niederösterreich,NÖ;02=Kärnten",
  AU: "08=WA;05=SA;03=NT;07=VIC.;06=TAS.;04=QLD;02=NSW;01=ACT.",
  BE: "BRU=Bruxelles,Brussel;WAL=Wallonie;VLG=Vlaanderen,Flandre",
  BR:
    "22=RN;20=PI;30=PE;17=PB;16=PA;13=MA;06=CE;03=AP;02=AL;28=SE;27=SP;26=SC;23=RS;21=RJ;18=PR;15=MG;11=MS;14=MT;" +
    "29=GO;07=DF,Distrito Federal;08=ES;05=BA;31=TO;25=RR;04=AM;01=AC;24=RO",
  CA:
    "01=AB,Alta.;02=BC;03=MB;04=NB,Nouveau-Brunswick;13=NT;07=NS,Nouvelle-Écosse;14=NU;08=ON,Ont.;09=PE,PEI;10=QC,PQ,Que.;" +
    "11=SK,Sask.;12=YT;05=NL,NF,Newfoundland,Labrador",
  CH:
    "ZH=Zürich;VS=Wallis;VD=Waadt;TI=Tessin;SG=St Gallen,Sankt Gallen;NE=Neuenburg;LU=Luzern;GR=Graubünden,Grigioni;" +
    "GE=Genève,Genf;FR=Freiburg;BE=Berne;BS=Basel-Stadt,Basel;BL=Baselland",
  DE:
    "15=Thüringen,TH;10=SH;14=Sachsen-Anhalt,ST;13=Sachsen,SN;09=SL;08=Rhineland-Palatinate,RLP,RP;" +
    "07=Nordrhein-Westfalen,NRW,NW;06=Niedersachsen,NDS,NI;12=MV,Mecklenburg;05=Hessen,HE;04=HH;03=HB;11=BB;16=Berlin,BE;" +
    "02=Bayern,BY;01=Baden-Württemberg,BW,BaWü",
  ES:
    "51=Andalucía;56=Cataluña,Catalunya;55=Castilla y León;54=Castilla-La Mancha;59=País Vasco,Euskadi;52=Aragón;" +
    "32=Navarra;07=Islas Baleares,Illes Balears,Baleares;53=Islas Canarias,Canarias;60=Comunidad Valenciana," +
    "Comunitat Valenciana;29=Comunidad de Madrid;31=Región de Murcia",
  FR:
    "93=PACA,Provence;94=Corse;24=Centre;53=Bretagne;27=Bourgogne,Burgundy,Franche-Comté;75=Nouvelle-Aquitaine,Aquitaine," +
    "Poitou-Charentes,Limousin;28=Normandie;44=Alsace,Lorraine,Champagne-Ardenne,Champagne;76=Languedoc-Roussillon,Midi-Pyrénées;" +
    "32=Picardie,Nord-Pas-de-Calais;84=Auvergne,Rhône-Alpes;11=IDF",
  GB: "ENG=England;SCT=Alba;WLS=Cymru;NIR=NI,Ulster",
  IT:
    "15=Sicilia;14=Sardegna;03=Calabria;19=Valle d'Aosta,Aosta;17=Trentino,Alto Adige,Südtirol,South Tyrol;16=Toscana;" +
    "13=Puglia;12=Piemonte;10=Marche;09=Lombardia;07=Latium;06=Friuli;05=Emilia Romagna,Emilia;02=Basilicata",
  MX:
    "31=Yuc.;30=Ver.;28=Tamps.;27=Tab.;23=Q. Roo.,QR;22=Qro.;21=Pue.;20=Oax.;19=NL;17=Mor.;15=Estado de México,Edomex;13=Hgo.;" +
    "12=Gro.;09=CDMX,DF,Distrito Federal,Ciudad de México;05=Chis.;04=Camp.;32=Zac.;26=Son.;25=Sin.;24=SLP;18=Nay.;16=Mich.;" +
    "14=Jal.;11=Gto.;10=Dgo.;08=Col.;07=Coah.;06=Chih.;03=BCS;02=BC;01=Ags.",
  NL: "11=Zuid-Holland;07=Noord-Holland;06=Noord-Brabant,Brabant;02=Fryslân",
  PL:
    "77=Małopolska,Małopolskie;78=Mazowieckie,Mazowsze;72=Dolnośląskie,Dolny Śląsk;82=Pomorskie,Pomorze;83=Śląskie,Śląsk;" +
    "86=Wielkopolska,Wielkopolskie;74=Łódzkie;75=Lubelskie;80=Podkarpackie;81=Podlaskie;87=Zachodniopomorskie",
  PT: "14=Lisboa;09=Algarve;23=Açores",
  US:
    "AL=Ala.;AZ=Ariz.;AR=Ark.;CA=Calif.,Cali.;CO=Colo.;CT=Conn.;DC=Washington DC;DE=Del.;FL=Fla.;IL=Ill.;IN=Ind.;KS=Kan.;" +
    "MA=Mass.;MI=Mich.;MN=Minn.;MS=Miss.;MT=Mont.;NE=Neb.,Nebr.;NV=Nev.;NY=New York State,NYS;OK=Okla.;OR=Ore.;" +
    "PA=Penn.,Penna.;TN=Tenn.;TX=Tex.;WA=Wash.,Washington State;WV=W Va.;WI=Wis.,Wisc.;WY=Wyo.",
  ZA: "02=KZN,Natal;06=GP;11=WC;05=EC",
};

/** Counties, and names for several of them. */
const SECOND_LEVEL: [name: string, codes: string][] = [
  ["Beds.", "GB.ENG.bedfordshire"],
  ["Berks.", "GB.ENG.berkshire"],
  ["Bucks.", "GB.ENG.B9"],
  ["Cambs.", "GB.ENG.C3"],
  ["Durham", "GB.ENG.D8"],
  ["East Yorkshire", "GB.ENG.E1"],
  ["E Sussex.", "GB.ENG.E2"],
  ["Glos.", "GB.ENG.E6"],
  ["Hants.", "GB.ENG.F2"],
  ["Herts.", "GB.ENG.F8"],
  ["Lancs.", "GB.ENG.H2"],
  ["Leics.", "GB.ENG.H5"],
  ["Lincs.", "GB.ENG.H7"],
  ["Middlesex", "GB.ENG.GLA"],
  ["N Yorks.", "GB.ENG.J7"],
  ["Northants.", "GB.ENG.northamptonshire"],
  ["Northumbria", "GB.ENG.J6"],
  ["Notts.", "GB.ENG.J9"],
  ["Oxon.", "GB.ENG.K2"],
  ["Powys", "GB.WLS.Y8"],
  ["Salop", "GB.ENG.L6"],
  ["S Yorks.", "GB.ENG.south-yorkshire"],
  ["Staffs.", "GB.ENG.M9"],
  ["Warks.", "GB.ENG.P3"],
  ["Wilts.", "GB.ENG.P8"],
  ["Worcs.", "GB.ENG.Q4"],
  ["W Sussex.", "GB.ENG.P6"],
  ["W Yorks.", "GB.ENG.west-yorkshire"],
  ["W Mids.", "GB.ENG.west-midlands"],
  ["Sussex", "GB.ENG.E2 GB.ENG.P6"],
  ["Yorkshire", "GB.ENG.west-yorkshire GB.ENG.south-yorkshire GB.ENG.J7 GB.ENG.E1"],
  ["Yorks.", "GB.ENG.west-yorkshire GB.ENG.south-yorkshire GB.ENG.J7 GB.ENG.E1"],
  ["County Antrim", "GB.NIR.N09000001 GB.NIR.N09000003 GB.NIR.N09000004 GB.NIR.N09000007 GB.NIR.N09000008"],
  ["County Armagh", "GB.NIR.N09000002"],
  ["County Down", "GB.NIR.N09000003 GB.NIR.N09000007 GB.NIR.N09000010 GB.NIR.N09000011"],
  ["County Fermanagh", "GB.NIR.N09000006"],
  ["County Londonderry", "GB.NIR.N09000004 GB.NIR.N09000005"],
  ["County Derry", "GB.NIR.N09000004 GB.NIR.N09000005"],
  ["County Tyrone", "GB.NIR.N09000005 GB.NIR.N09000006 GB.NIR.N09000009"],
  ["Bodensee", "DE.01.08435"],
  ["Mallorca", "ES.07.PM"],
];

/** Around a region's name in the lists. */
const PREFIXES =
  /^((City and (Borough|County)|(Metropolitan |Royal )?(Borough|City|County|District|Province|State|Republic)) of|Gemeente|Landkreis|Kreis|County|Sir|(Prov[ií]n[cs]i[ae]|Province|D[ée]partement)( d(e la|e l'|e|es|u|i|a|o|el|ella|ell'|')(?=[ \p{Lu}]))?) ?(?=\p{Lu})/u;
const SUFFIXES =
  / (County|Region|Province|Oblast|oblast|District|Department|Prefecture|Voivodeship|Municipality|Parish|Governorate|Republic|Krai|Kray|County Borough|county borough)$/;

/** @param code "DE.02" or "GB.ENG.P6" */
export function namesOfRegion(code: string, name: string): { names: string[]; codes: string[] } {
  const [country = "", first = "", second] = code.split(".");
  const more = second === undefined ? firstLevel(country, first) : secondLevel(code);
  const names = [name, ...more];
  const short = name.replace(PREFIXES, "").replace(SUFFIXES, "");
  // American counties keep the word: "Orange County" is not Orange.
  if (short !== name && country !== "US") names.push(short);
  if (country === "IE" || country === "GB") {
    const counties = names
      .filter((regionName) => regionName.startsWith("County "))
      .map((regionName) => regionName.slice("County ".length));
    if (country === "IE" && second !== undefined) counties.push(short);
    names.push(...counties.flatMap((county) => [county, `Co ${county}`, `County ${county}`]));
  }
  const codes = names.filter(isCode);
  const ownCode = second ?? first;
  const isWritten = country === "US" ? second === undefined : ["CH", "IT", "ES"].includes(country);
  if (isWritten && /^[A-Z]{2}$/.test(ownCode)) codes.push(ownCode);
  return { names: names.filter((regionName) => !isCode(regionName)), codes };
}

function firstLevel(country: string, code: string): string[] {
  const entry = FIRST_LEVEL[country]?.split(";").find((candidate) => candidate.startsWith(`${code}=`));
  return entry?.slice(code.length + 1).split(",") ?? [];
}

function secondLevel(code: string): string[] {
  return SECOND_LEVEL.filter(([, codes]) => codes.split(" ").includes(code)).map(([name]) => name);
}

/** "NY" and "Calif."; "NSW" is unambiguous. */
function isCode(name: string): boolean {
  return /^\p{Lu}{2}$|\.$/u.test(name);
}
