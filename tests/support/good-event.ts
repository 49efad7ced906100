/** What a form or the API sends for an event that is all right. */
export const GOOD_EVENT = {
  title: "Air-Cooled Evening",
  startDate: "2031-05-01T17:00",
  endDate: "2031-05-01T22:30",
  location: "Old Airfield, Goodwood, England",
  category: "Club Meetup",
  url: "https://events.example/air-cooled",
  shortDescription: "Rear engines only. Grill from six.",
  fullDescription: "Gates at five.\n\nDogs are welcome on a lead.",
};
