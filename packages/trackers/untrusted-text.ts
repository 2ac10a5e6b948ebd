import { withoutHiddenCharacters } from '@plumbline/language/normalised-text';
import { withoutMarkers } from './tracked-issues.ts';

/** Services refuse longer ones; both take at least this much. */
const MAX_TITLE_LENGTH = 250;
const MAX_BODY_LENGTH = 60_000;
const CUT = '\n\n[…]\n\n';
/** Zero width: invisible, but the text is no longer a reference. */
const BREAK = '\u200B';

/**
 * Addresses stay as they are, so that they can be followed: services look for no names and numbers in them. They are matched
 * narrowly, because in what is no address after all, services do.
 */
const ADDRESS = String.raw`(?<![\p{L}\p{N}_])https?://(?:[a-z0-9]+[.-])+[a-z]{2,}(?:/[^\s<>"'()\[\]]*)?`;
/** `@name`, `#12`, and `GH-12` or `ENG-12`. */
const REFERENCE = String.raw`@(?=[\p{L}\p{N}_\[\-])|#(?=\d)|\b\p{Lu}[\p{Lu}\p{N}]{1,9}-(?=\d)`;
const ADDRESS_OR_REFERENCE = new RegExp(`${ADDRESS}|${REFERENCE}`, 'gu');

/** GitHub notifies an issue when a text links to it; GitHub's own redirect leads there without a notification. */
const GITHUB_REFERENCE = /^https?:\/\/(?:www\.)?github\.com(?=\/[^/]+\/[^/]+\/(?:issues|pull|discussions|commit)\/)/u;
/** Linear has no detour, and its addresses are no sources. */
const LINEAR_REFERENCE = /^(https?:\/\/linear\.ap)(?=p\/)/u;

/**
 * Markdown for a service. It quotes the web: it must not mention people, notify other issues, or be mistaken for a
 * marker.
 */
export function forService(body: string): string {
  return withoutReferences(withoutMarkers(withoutHiddenCharacters(cut(body))));
}

/** One line for a service. */
export function titleForService(title: string): string {
  const line = withoutHiddenCharacters(title).replaceAll(/\s+/gu, ' ').trim();
  return withoutReferences(line).slice(0, MAX_TITLE_LENGTH).toWellFormed();
}

function withoutReferences(text: string): string {
  return text.replaceAll(ADDRESS_OR_REFERENCE, (found) => {
    if (!found.startsWith('http')) return found.endsWith('-') ? `${found.slice(0, -1)}${BREAK}-` : `${found}${BREAK}`;
    return found.replace(GITHUB_REFERENCE, 'https://redirect.github.com').replace(LINEAR_REFERENCE, `$1${BREAK}`);
  });
}

/** The end stays: it names the slot. */
function cut(body: string): string {
  if (body.length <= MAX_BODY_LENGTH) return body;
  const lastLine = body.trimEnd().split('\n').at(-1)?.slice(0, 1_000) ?? '';
  return `${body.slice(0, MAX_BODY_LENGTH).toWellFormed()}${CUT}${lastLine}`;
}
