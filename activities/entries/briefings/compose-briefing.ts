import type {
  ComposeBriefingInput,
  ComposedBriefing,
  ComposedTheme,
} from '@plumbline/contracts/briefings/briefing-activities';
import type { BriefingClaim } from '@plumbline/contracts/briefings/briefing-items';
import type { Claim } from '@plumbline/contracts/evidence/claim';
import { createUntrustedTest } from '@plumbline/contracts/evidence/untrusted-findings';
import type { Reasoned } from '@plumbline/contracts/research/accounting';
import { shortId } from '@plumbline/model/answers';
import { withKeysAsCitations, withoutKeys } from '@plumbline/quotes/quotes';
import { mentions } from '../../briefings/judging/theme-words.ts';
import { type BriefedTheme, composeBriefingStep, type ComposedPart } from '../../steps/compose-briefing.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Nothing new: the briefing says so in its own words. */
const STALE = 'stale';

/**
 * Writes what changed, theme by theme. A sentence is kept only if it cites claims of its own theme or passages, at least
 * one of them not known from the last briefing; a question only if it names an actor. A stale theme is not written
 * about.
 */
export function createComposeBriefing({ reasoner }: Pick<ActivityDependencies, 'reasoner'>) {
  return async (input: ComposeBriefingInput, signal: AbortSignal): Promise<Reasoned<ComposedBriefing>> => {
    const isUntrusted = createUntrustedTest(input.findings);
    const rests = new Map(input.findings.map(({ quotes: [first, ...rest] }) => [first?.key, rest]));
    const themes = input.themes.map((theme) => ({
      ...theme,
      claims: theme.claims.filter((claim) => !isUntrusted(claim)),
      passages: (theme.said?.passages ?? [])
        .filter((passage) => !isUntrusted(passage))
        .map((passage) => ({ ...passage, rest: rests.get(passage.citations[0]) ?? [] })),
    }));
    // Also one without news of its own: what stands below another may be about it.
    const told = themes.some(hasNews) ? themes.filter(({ delta }) => delta !== STALE) : [];
    const briefed = told.map(toBriefed);
    const { value, cost } = await reasoner.run(
      composeBriefingStep,
      { ...input, themes: briefed, interactions: input.interactions.map(({ text }) => text) },
      { engine: briefed.length === 0 ? 'offline' : input.engine, metering: input.metering, signal },
    );
    const passageKeys = themes.flatMap(({ passages }) =>
      passages.flatMap(({ citations, rest }) => [...citations, ...rest.map(({ key }) => key)]),
    );
    const parts = told.map((theme, index) => {
      const part = value.themes.find(({ id }) => id === shortId(index));
      return [theme.theme.id, part === undefined ? EMPTY : settle(part, theme, passageKeys)] as const;
    });
    const written = new Map(parts);
    return {
      value: { themes: themes.map(({ theme }) => ({ themeId: theme.id, ...(written.get(theme.id) ?? EMPTY) })) },
      cost,
    };
  };
}

type Part = Omit<ComposedPart, 'id'>;
const EMPTY: Part = { summary: [], focus: [], beside: [] };

function isNews({ mark }: Pick<BriefingClaim, 'mark'>): boolean {
  return mark !== 'kept';
}

/** A theme with what may be told of it. */
interface TrustedTheme extends ComposedTheme {
  /** Of documents, which no earlier output read. */
  readonly passages: BriefedTheme['passages'];
}

function hasNews({ delta, claims, passages }: TrustedTheme): boolean {
  return delta !== STALE && (claims.some(isNews) || passages.length > 0);
}

function toBriefed({ theme, delta, claims, passages }: TrustedTheme, index: number): BriefedTheme {
  return { id: shortId(index), title: theme.title, delta, actors: theme.actors, claims, passages };
}

/** @param passageKeys of all themes: found by names, a passage may be about another theme than its own */
function settle(
  { summary, focus, beside }: Part,
  { theme, claims, passages }: TrustedTheme,
  passageKeys: readonly string[],
): Part {
  const own = new Set(passages.flatMap(({ citations }) => citations));
  const issued = new Set([...claims.flatMap(({ citations }) => citations), ...passageKeys]);
  const news = new Set([...claims.filter(isNews).flatMap(({ citations }) => citations), ...passageKeys]);
  const cite = (claim: Claim): Claim => {
    const { text, citations } = withKeysAsCitations(claim);
    return { text, citations: citations.filter((key) => issued.has(key)) };
  };
  return {
    summary: summary.map(cite).filter(({ text, citations }) => text !== '' && citations.some((key) => news.has(key))),
    beside: beside.filter((key) => own.has(key)),
    focus: focus.map(withoutKeys).filter((question) => theme.actors.some((actor) => mentions(question, actor))),
  };
}
