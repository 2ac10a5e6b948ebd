// "§ 7 Abs. 2 Satz 1", "Article 5", "RFC 9110": the number names a place and states nothing.
const REFERENCE =
  /(?:(?<!§)§+|(?<!\p{L})(?:Abs(?:atz|ätze|\.)?|Nr\.?|Nummern?|Satz|Sätze|Art(?:\.|ikel|icle)?s?|Buchst(?:abe|\.)|Anlage|Anhang|Annex|Appendix|Sections?|Sec\.|Kapitel|Chapter|Teil|Part|Tabelle|Table|Abschnitt|Paragraph|Step|Schritt|Figure|Abbildung|RFC|ISO|DIN|EN|IEC|IEEE|VDE|version|v)\.?)\s*(\d+(?:\.\d+)*[a-z]?)(?:\s*(?:,|und|bis|oder|and|to|or|–|-)\s*(\d+(?:\.\d+)*[a-z]?))*(?![\p{L}\p{N}])/giu;
const VERSION = /(?<![\p{L}\p{N}.])v?\d+(?:\.\d+){2,}(?![\p{N}])/giu;

/** References and versions of a text, and the text with them replaced by spaces of the same length. */
export function referencesIn(text: string): { readonly numbers: readonly string[]; readonly rest: string } {
  const numbers: string[] = [];
  const take = (match: string): string => {
    numbers.push(...(match.match(/\d+(?:\.\d+)*[a-z]?/giu) ?? []));
    return ' '.repeat(match.length);
  };
  const rest = text
    .replace(REFERENCE, take)
    .replace(VERSION, (match) => (/^\d{1,3}(?:\.\d{3})+$/.test(match) || isDate(match) ? match : take(match)));
  return { numbers, rest };
}

/** "12.5.2020" has three parts as well. */
function isDate(chain: string): boolean {
  return /^\d{1,2}\.\d{1,2}\.\d{4}$/.test(chain);
}
