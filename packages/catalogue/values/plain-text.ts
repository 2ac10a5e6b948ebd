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

/** The values of a multi-valued cell: "Drama; Comedy". */
export function partsOf(text: string): string[] {
  return text
    .split(/[;,|/]/)
    .map(plainText)
    .filter((part) => part !== '');
}

/** The words of a text as `plainText` writes them, with their places. */
export function plainWords(text: string): { readonly text: string; readonly start: number; readonly end: number }[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}+#]+/gu)].map(({ 0: word, index }) => ({
    // Most words need no more, and tables have hundreds of thousands.
    text: /^[a-z0-9]+$/i.test(word) ? word.toLowerCase() : plainText(word),
    start: index,
    end: index + word.length,
  }));
}
