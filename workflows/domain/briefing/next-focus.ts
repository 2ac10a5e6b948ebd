import type { BriefingClaim } from '../../contracts/briefing-items.ts';
import type { Theme } from '../../contracts/briefing-state.ts';
import { bareWords } from '../bare-words.ts';
import { isStanding } from './claim-conflicts.ts';
import { keyWordsOf } from './key-words.ts';
import { withActor } from './named-parties.ts';

const MAX_GENERATED = 3;
const MAX_ENTRIES = 5;
const MAX_LENGTH = 300;

export interface NextFocusInput {
  readonly theme: Theme;
  /** Of the theme, after the run. */
  readonly claims: readonly BriefingClaim[];
  /** What the previous run added for the theme; all other entries are of people. */
  readonly previousFocus: readonly string[];
  /** Further questions of a model. */
  readonly suggestions: readonly string[];
  readonly isAdmitted: (text: string) => boolean;
}

export interface NextFocus {
  /** All entries: those of people, then the added ones. */
  readonly entries: string[];
  /** Added by this run; the next one replaces them. */
  readonly added: string[];
}

/**
 * What the next run asks about a theme: what people entered stays; what was contradicted, is only reported or is in conflict is
 * asked about, then what a model suggests. A theme without any of these asks for itself.
 */
export function nextFocusOf({ theme, claims, previousFocus, suggestions, isAdmitted }: NextFocusInput): NextFocus {
  const people = theme.tomorrowsFocus.filter((entry) => !previousFocus.includes(entry));
  const asQuestion = (text: string) => withActor(text, theme.actors).slice(0, MAX_LENGTH).trim();
  const open = openClaims(claims).map(({ text }) => asQuestion(keyWordsOf(text).join(' ')));
  const generated = distinct(open.filter(isAdmitted)).slice(0, MAX_GENERATED);
  const suggested = suggestions
    .map((text) => text.trim())
    .filter((text) => text.length <= MAX_LENGTH && isAdmitted(text));
  const all = distinct([...people, ...generated, ...suggested]).slice(0, MAX_ENTRIES);
  const entries = all.length > 0 ? all : [asQuestion(theme.title)].filter(isAdmitted);
  return { entries, added: entries.filter((entry) => !people.includes(entry)) };
}

/** Of two claims in conflict the first stands for both. */
function openClaims(claims: readonly BriefingClaim[]): BriefingClaim[] {
  const asked = new Set<string>();
  return claims.filter((claim) => {
    const isOpen =
      claim.mark === 'contradicted' ||
      (isStanding(claim) && (claim.status === 'reported' || claim.conflictsWith.length > 0));
    if (!isOpen || claim.conflictsWith.some((other) => asked.has(other))) return false;
    asked.add(claim.claimId);
    return true;
  });
}

function distinct(texts: readonly string[]): string[] {
  return texts.filter((text, index) => texts.findIndex((other) => bareWords(other) === bareWords(text)) === index);
}
