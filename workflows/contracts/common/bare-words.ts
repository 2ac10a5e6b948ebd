/** The words and numbers of a text in lower case, with one space between them: two wordings compare without their marks. */
export function bareWords(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}
