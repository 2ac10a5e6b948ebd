/** Whether a locator is a web page, not a file. */
export function isWebAddress(locator: string): boolean {
  return /^https?:\/\//i.test(locator);
}
