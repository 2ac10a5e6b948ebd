const OWN = String.raw`(?:its|his|her|their|our|the|an?|earlier|previous|this|own|our)\s+(?:\p{L}+\s+){0,3}`;
const SAID = String.raw`(?:statements?|reports?|claims?|articles?|stor(?:y|ies)|figures?|announcements?|versions?|accounts?|data|dispatch|post)`;
const SAID_IN_GERMAN = String.raw`(?:aussagen?|berichte?|meldung(?:en)?|mitteilung(?:en)?|angaben?|artikel|zahlen?|darstellung(?:en)?|behauptung(?:en)?)`;

const PATTERNS: readonly RegExp[] = [
  String.raw`(?:correct|retract|withdr[ae]w|disavow|walk)\p{L}*\s+(?:back\s+)?(?:${OWN})?${SAID}`,
  String.raw`(?:statements?|reports?|claims?|articles?|stor(?:y|ies)|figures?)\s+(?:\p{L}+\s+){0,3}(?:has|have|was|were|is|are)\s+(?:been\s+)?(?:corrected|retracted|withdrawn)`,
  String.raw`an?\s+earlier\s+version\s+of\s+this`,
  String.raw`(?:korrigier\p{L}*|berichtig\p{L}*|widerr[ui]e?f\p{L}*)\s+(?:\p{L}+\s+){0,4}${SAID_IN_GERMAN}`,
  String.raw`${SAID_IN_GERMAN}\s+(?:[^.;]{0,60}\s)?(?:korrigiert|berichtigt|widerrufen|zurückgezogen|zurückgenommen)`,
  String.raw`(?:zieht|zog|zogen|nimmt|nahm)\s+(?:[^.;]{0,40}\s)?${SAID_IN_GERMAN}\s+(?:[^.;]{0,60}\s)?zurück`,
  String.raw`in\s+einer\s+früheren\s+(?:version|fassung)`,
].map((pattern) => new RegExp(`(?<!\\p{L})${pattern}(?!\\p{L})`, 'iu'));
const MARKED_TITLE = /^(?:correction|clarification|retraction|korrektur|berichtigung|richtigstellung)(?:$|[\s:|–—-])/iu;

/** Whether a source takes back or corrects what it said before. */
export function isRetraction(text: string, title: string): boolean {
  return (
    MARKED_TITLE.test(title.trim()) || MARKED_TITLE.test(text.trim()) || PATTERNS.some((pattern) => pattern.test(text))
  );
}
