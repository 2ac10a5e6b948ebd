const SHORTEST = 40;
const LONGEST = 4_096;
/** 1 at the codes of letters, digits and the four further characters of Base64 and its form for addresses. */
const IN_BASE64 = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9+/_-]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/**
 * The runs of at least 40 characters that may be Base64, each cut after 4,096. Of every 40 characters of other text one is looked at:
 * a regular expression, which looks at all of them, takes ten times as long.
 */
export function* base64RunsIn(text: string): Iterable<string> {
  let at = SHORTEST - 1;
  while (at < text.length) {
    if (!isBase64(text, at)) {
      at += SHORTEST;
      continue;
    }
    let [start, end] = [at, at + 1];
    while (start > 0 && isBase64(text, start - 1)) start -= 1;
    while (end < text.length && isBase64(text, end)) end += 1;
    if (end - start >= SHORTEST) yield text.slice(start, Math.min(end, start + LONGEST));
    at = end + SHORTEST;
  }
}

function isBase64(text: string, at: number): boolean {
  return IN_BASE64[text.charCodeAt(at)] === 1;
}
