/** Only this much of a text is examined: the cost is its length times the length of the request. */
const MAX_EXAMINED_LENGTH = 1_000;

/** Common substrings of this many characters are an echo of the request, not a coincidence. */
const MIN_ECHO_LENGTH = 24;

/** Shorter keys are placeholders for servers that need none, and may be parts of ordinary words. */
const MIN_KEY_LENGTH = 8;

/** Removes the key, and every echo of the request, from a provider's message. */
export function removeSecrets(text: string, apiKey: string, sent: readonly string[]): string {
  // The key is removed first, so that cutting cannot leave half of it.
  const examined = toSpaced(hideSecrets(text, [apiKey])).slice(0, MAX_EXAMINED_LENGTH);
  const spaced = sent.map(toSpaced);

  let kept = '';
  let position = 0;
  while (position < examined.length) {
    const end = endOfEcho(examined, position, spaced);
    kept += end === position ? examined[position] : '[…]';
    position = Math.max(end, position + 1);
  }
  return kept;
}

/** Removes keys and passwords, plain and URL-encoded. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= MIN_KEY_LENGTH)
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .reduce((kept, secret) => kept.replaceAll(secret, '[key]'), text);
}

function endOfEcho(text: string, start: number, sent: readonly string[]): number {
  let end = start;
  for (const part of sent) {
    let length = MIN_ECHO_LENGTH;
    while (start + length <= text.length && part.includes(text.slice(start, start + length))) {
      end = Math.max(end, start + length);
      length += 1;
    }
  }
  return end;
}

/** Line breaks may come back as blanks or as the two characters of their escape. */
function toSpaced(text: string): string {
  return text.replaceAll(/(\s|\\n)+/g, ' ');
}
