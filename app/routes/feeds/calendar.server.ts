import type { TextDocument } from "~/http/page/document.server";
import { type Calendar, writeCalendar } from "~/lib/icalendar";
import { CALENDAR_TYPE } from "~/lib/media-types";

export function calendarDocument(calendar: Calendar): TextDocument {
  const { entries } = calendar;
  const modifiedAt = Math.max(...entries.map((entry) => entry.modifiedAt));
  const validators = entries.length > 0 ? { modifiedAt } : {};
  return { body: writeCalendar(calendar), contentType: `${CALENDAR_TYPE}; charset=utf-8`, ...validators };
}
