const NUMBER = String.raw`\d+[a-z]?(?:\.\d+)*`;
const REFERENCES: readonly RegExp[] = [
  new RegExp(
    String.raw`§§?\s*${NUMBER}(?:\s+(?:Abs(?:atz|\.)|Nr\.|Nummer|Satz)\s*\d+[a-z]?)*(?:\s+(?!(?:Abs|Nr|Satz)\b)\p{Lu}[\p{L}]*\p{Lu}[\p{L}]*)?`,
    'gu',
  ),
  new RegExp(
    String.raw`\b(?:Art\.|Artikel|Article)\s*${NUMBER}(?:\s+(?:Abs\.|Absatz)\s*\d+)?(?:\s+\p{Lu}{2,}[\p{L}]*)?`,
    'gu',
  ),
  new RegExp(String.raw`\bRFC\s*\d{1,5}(?:,?\s+[Ss]ection\s+${NUMBER})?`, 'gu'),
  new RegExp(String.raw`\b(?:ISO|IEC|DIN|EN|KTA|VDI|VDE|IEEE|ANSI)(?:[/ ](?:ISO|IEC|EN))*[ -]?\d[\d.:-]*`, 'gu'),
  /\b(?:Annex|Appendix|Anhang|Anlage|Chapter|Kapitel|Section|Abschnitt)\s+(?:[IVXLC]+|\d+[a-z]?|[A-Z])\b/gu,
];

/** Norms, sections and standards that a text names, in its own spelling and in order of their kinds. */
export function namedReferencesIn(text: string): string[] {
  const found = REFERENCES.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([match]) => match.trim().replace(/[.:,-]+$/, '')),
  );
  return [...new Set(found)];
}

/** Whether a passage is the one that a reference names: its heading carries the number, and the abbreviation fits. */
export function isNamedBy(
  reference: string,
  passage: { readonly title: string; readonly locator: string; readonly headingPath: readonly string[] },
): boolean {
  const wanted = normalise(reference);
  const section =
    /§+\s*(\d+[a-z]?)|(?:art\.|artikel|article|annex|appendix|anhang|anlage|chapter|kapitel|section|abschnitt)\s+([ivxlc]+|\d+[a-z]?|[a-z])\b/u.exec(
      wanted,
    );
  const work = /(?<!\p{L})(?:\p{L}*\p{Lu}\p{L}*\p{Lu}\p{L}*)$/u.exec(reference.trim())?.[0];
  const place = normalise([passage.title, passage.locator, ...passage.headingPath].join(' \n '));
  if (work !== undefined && !new RegExp(`(?<!\\p{L})${escape(normalise(work))}(?!\\p{L})`, 'u').test(place))
    return false;
  if (section === null) return containsWhole(place, wanted);
  const last = normalise(passage.headingPath.join(' \n '));
  return containsWhole(last, section[0].replace(/^§+\s*/u, '§ '));
}

function normalise(text: string): string {
  return text
    .toLowerCase()
    .replace(/§+\s*/gu, '§ ')
    .replace(/[ \t_-]+/gu, ' ');
}

function containsWhole(text: string, wanted: string): boolean {
  return new RegExp(`(?<![\\p{L}\\p{N}])${escape(wanted)}(?![\\p{L}\\p{N}])`, 'u').test(text);
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
