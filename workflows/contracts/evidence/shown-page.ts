/** A page whose words were recognised in a picture may say something else: `page 3, read by OCR (91 %)`. */
export function shownPage(page: number, recognised: number | undefined): string {
  return `page ${page}${recognised === undefined ? '' : `, read by OCR (${recognised} %)`}`;
}
