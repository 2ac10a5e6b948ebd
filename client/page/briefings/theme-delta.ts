import { h, type JSX } from 'preact';
import type { ReadBriefingClaim, ReadTheme } from '../../../workflows/contracts/briefing-reading.ts';
import { useWords } from '../parts/words-context.ts';

interface ThemeProps {
  readonly theme: ReadTheme;
  readonly language: string;
}

/** A theme with what is new, changed and gone; what was only kept is folded. */
export function ThemeDelta({ theme, language }: ThemeProps): JSX.Element {
  const { briefings } = useWords();
  const { themeId, title, status, conviction, delta, summary, claims, caveats, focus } = theme;
  const kept = claims.filter(({ mark }) => mark === 'kept');
  const moved = claims.filter(({ mark }) => mark !== 'kept');
  const about = `${briefings.statuses[status]}, ${briefings.conviction(conviction)}`;
  return h(
    'section',
    { 'aria-labelledby': `theme-${themeId}` },
    h('h2', { id: `theme-${themeId}`, lang: language }, title),
    h('p', { class: 'quiet' }, h('span', { class: `delta delta-${delta}` }, briefings.deltas[delta]), ` ${about}`),
    summary.map((text) => h('p', { key: text, lang: language }, text)),
    caveats.map((text) => h('p', { key: text, class: 'remark warning', lang: language }, text)),
    claims.length === 0 ? h('p', { class: 'quiet' }, briefings.noClaims) : h(Claims, { claims: moved, language }),
    kept.length === 0
      ? null
      : h('details', {}, h('summary', {}, briefings.kept(kept.length)), h(Claims, { claims: kept, language })),
    focus.length === 0
      ? null
      : h(
          'details',
          {},
          h('summary', {}, briefings.focus),
          h(
            'ul',
            { lang: language },
            focus.map((text) => h('li', { key: text }, text)),
          ),
        ),
  );
}

function Claims({ claims, language }: { readonly claims: readonly ReadBriefingClaim[]; readonly language: string }) {
  return h(
    'ul',
    { class: 'runs' },
    claims.map((claim) => h('li', { key: claim.claimId }, h(Claim, { claim, language }))),
  );
}

function Claim({ claim, language }: { readonly claim: ReadBriefingClaim; readonly language: string }): JSX.Element {
  const { briefings } = useWords();
  const { text, mark, status, note, firstSeen, outlets, evidence, conflictsWith } = claim;
  const about = [briefings.itemStatuses[status], briefings.since(firstSeen), ...outlets].join(' · ');
  return h(
    'div',
    {},
    h('span', { class: `delta mark-${mark}` }, briefings.marks[mark]),
    ' ',
    h('span', { lang: language }, text),
    h('p', { class: 'quiet' }, about),
    note === '' ? null : h('p', { class: 'quiet', lang: 'en' }, note),
    conflictsWith.length === 0 ? null : h('p', { class: 'warning quiet' }, briefings.conflicts),
    evidence.length === 0
      ? null
      : h(
          'details',
          {},
          h('summary', {}, `${briefings.evidence} (${evidence.length})`),
          evidence.map(({ title, locator, quote }) =>
            h('blockquote', { key: locator + quote }, quote, h('p', { class: 'quiet' }, `${title} · ${locator}`)),
          ),
        ),
  );
}
