/** Only so much of a text is looked at: the work grows with its length times that of what was sent. */
const MAX_EXAMINED_LENGTH = 1_000;

/** So many characters in common with what was sent are an echo and no coincidence. */
const MIN_ECHO_LENGTH = 24;

/** Shorter keys are placeholders of servers that ask for none, and parts of ordinary words. */
const MIN_KEY_LENGTH = 8;

/** Takes the key, and every stretch that echoes what was sent, out of a provider's message. */
export function removeSecrets(text: string, apiKey: string, sent: readonly string[]): string {
  // The key goes first, so that cutting cannot leave half of it.
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

/** Takes keys and passwords out, as they are and as they are written in an address. */
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
