/**
 * Texts without a town or the obvious town, by outcome: no place, typing errors (correct parts count), a part of a
 * name, a name of many places. A named region or country is never contradicted; text after a town may be another
 * region. A venue may have a distant town's name.
 */
export const TRAPS: Record<string, string> = {
  nothing: `
    ,,, | - | ??? | 12345 | asdf | N/A | TBA | tbc | To be announced | online | Online (Zoom) | my driveway | at home
    Home | Home, sweet home | Garage | Secret location | Nowhere | Middle of nowhere | Somewhere in the Alps
    Everywhere | Earth | Europe | Route 66 | M25 | A1(M) | Beach | The beach | Private collection | DM me | Birmigham
    Manchster | Londn | Stutgart | Pebble Beach | Paris Motor Show | Berlin Wall Car Park | London Road Garage
    Bristol Street Motors | Between Leeds and York | Oxford Street | Nice cars only | EU`,
  "United Kingdom": "Birminghan, UK",
  Germany: "Munchin, Germany",
  "California, United States or nothing": "Los Angelos, CA",
  "Arizona, United States": "Pheonix, Arizona",
  "Scotland, United Kingdom": "Edinborough, Scotland | Munich, Scotland",
  Australia: "Melborne, Australia",
  "California, United States": "Carmel Valley Ranch, California",
  "New Hampshire, United States": "Mount Washington Auto Road, New Hampshire",
  several: `
    Springfield | Cambridge | Newcastle | Washington | Georgia | Victoria | Reading | Lincoln | Richmond | Worcester
    Valencia | Granada | Lebanon, USA | Kansas City | Springfield, USA | Durham | Carlisle | Windsor | Queenstown
    Salem`,
  "several or Kent, England, United Kingdom": "Kent",
  "several or Surrey, England, United Kingdom": "Surrey",
  "several or nothing": `
    Goodwood | Lake Como | Dover, Barsetshire | Boston, Lincs Showground, Barset | Paris, Barsetshire | Jersey Shore`,
  "several or Ontario, United States or Ontario, Canada": "Ontario, CA",
  "Paris, Canada": "Paris, Ontario",
  France: "Birmingham, France",
  "Bavaria, Germany or nothing": "Chicago, Bavaria",
  Italy: "Stuttgart, Italy",
  "Texas, United States or United States": "Birmingham, Texas, USA",
  "Texas, United States": "Los Angeles, Texas",
  Japan: "Miami, Japan",
  "Ontario, Canada": "Detroit, Ontario",
  "nothing or several": "Texas, Germany | France, Italy | Cambridge, Germany, USA | Orange",
  "several or nothing or Virginia, United States": "VIR, Alton, Virginia",
  "New York, United States": "Long Island, NY | Finger Lakes, New York, USA | Lake Placid Lodge, New York",
  "Spain or several": "Tenerife, Spain",
  "Louisiana, United States or nothing": "Metairie Raceway, LA",
  "Islamabad, Pakistan or several": "Islamabad",
  "Clifton, New York, United States or several": "Clifton, New York",
  "several or Dallas, United States or Fort Worth, United States": "Dallas/Fort Worth, Texas",
  "Connecticut, United States or nothing": "Lakeville, CT",
  "several or Salem, Indiana, United States": "Salem, IN",
  "Virginia, United States or several": "Virginia",
  "Bogotá, Colombia or several or nothing": "Bogotá, D.C.",
  "Wembley, United Kingdom or London, United Kingdom": "Wembley, London",
  "Melbourne, Australia or Windsor, Victoria, Australia": "Windsor, Melbourne, Victoria, Australia",
  "Los Angeles, United States or Hollywood, California, United States": "Hollywood, Los Angeles, CA",
  "London, United Kingdom or Richmond, Greater London, England, United Kingdom": "Richmond, London",
  "Brooklands, United Kingdom": "Brooklands, Weybridge, Surrey",
  "Munich, Germany": "Florence, Munich, Germany",
  "Detroit, United States": "Cadillac, Detroit, Michigan",
  "Dearborn, United States": "Lincoln, Dearborn, MI",
  "Birmingham, United Kingdom": "Austin, Longbridge, Birmingham, UK",
  "Kingston, Jamaica": "Hudson's yard, Kingston, Jamaica",
};

export const LABELS = `
  United Kingdom | Dublin, Ireland | Ireland | Guadalajara, Spain | Porto, Portugal | Lagos, Portugal
  Antwerp, Belgium | Spa, Belgium | Gothenburg, Sweden | Bergen, Norway | Mladá Boleslav, Czechia | Athens, Greece
  Luxembourg, Luxembourg | Córdoba, Argentina | Santiago, Chile | Granada, Nicaragua | Tokyo, Japan
  Seoul, South Korea | Beijing, China | Taipei, Taiwan | Bangkok, Thailand | Kuala Lumpur, Malaysia
  Beirut, Lebanon | Tbilisi, Georgia | Hamilton, New Zealand | Lagos, Nigeria | Alexandria, Egypt
  Islamabad, Pakistan`;
