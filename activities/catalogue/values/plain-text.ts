/** A text for comparison: lower case, without accents, one space between words; "Straße" is "strasse". */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}+#]+/gu, ' ')
    .trim();
}

/** The values of a cell that holds several: "Drama; Comedy". */
export function partsOf(text: string): string[] {
  return text
    .split(/[;,|/]/)
    .map(plainText)
    .filter((part) => part !== '');
}
