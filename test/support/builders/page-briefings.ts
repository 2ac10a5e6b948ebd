import type { BriefingReading } from '@plumbline/contracts/briefings/briefing-reading';
import type { Briefing, ListedBriefing } from '../../../packages/page/browser/api/api-types.ts';
import { briefingRecord, claim, signal } from './briefing-fixtures.ts';

const NAMED = { name: 'norhaven', title: 'Norhaven energy', language: 'en', timezone: 'Europe/Berlin' };

export function listedBriefings(): ListedBriefing[] {
  return [{ ...NAMED, newest: outputOf('2026-03-06') }];
}

export function fullBriefing(): Briefing {
  const { slot } = briefingRecord();
  return {
    ...NAMED,
    schedules: [{ kind: 'daily', cron: '0 7 * * *', every: 'every hour', next: null, isPaused: false }],
    calendar: [
      { slot, state: 'published', outputId: slot.slotId },
      { slot: { ...slot, slotId: '2026-03-07', day: '2026-03-07' }, state: 'missed', outputId: null },
    ],
    outputs: [outputOf(slot.slotId)],
    openIssues: [{ key: 'norhaven/no delta', reference: 'ENG 7' }],
  };
}

function outputOf(outputId: string) {
  const { slot, themes } = briefingRecord();
  const deltas = themes.map(({ themeId, title, delta }) => ({ themeId, title, delta }));
  const diagnostics = [{ code: 'STALENESS' as const, themeId: null, detail: 'Nothing is new.' }];
  return { outputId, slot, isBackfill: true, deltas, diagnostics };
}

export function fullOutput(): BriefingReading {
  const { slot, themes, signals, engine } = briefingRecord({ signals: [signal()] });
  const evidence = [{ title: 'Title of it', locator: 'https://grid.example/it', quote: 'They are connected.' }];
  const marks = ['new', 'kept', 'contradicted'] as const;
  return {
    ...outputOf(slot.slotId),
    briefing: 'norhaven',
    title: NAMED.title,
    language: 'en',
    notes: ['A note for its readers.'],
    themes: themes.map((theme) => ({
      ...theme,
      documents: {
        passages: [{ title: 'Minutes', locator: 'minutes.md', quote: 'They met again.', place: 'May', day: null }],
        fresh: 1,
        known: 2,
      },
      summary: [{ text: 'What a model wrote.', evidence }],
      caveats: ['A caveat of it.'],
      focus: ['What is asked next?'],
      claims: marks.map((mark) => ({
        ...claim({
          claimId: mark,
          text: `Claim that is ${mark}.`,
          mark,
          note: 'Why it is so.',
          outlets: ['An outlet'],
        }),
        evidence,
      })),
    })),
    elsewhere: {
      summary: [{ text: 'What a model wrote of the rest.', evidence }],
      documents: {
        passages: [
          { title: 'Log', locator: 'log.md', quote: 'The crane is closed.', place: 'Harbour', day: '2026-03-06' },
        ],
        fresh: 1,
        known: 0,
      },
    },
    signals,
    issues: [{ key: 'norhaven/no delta', reference: 'ENG 7', action: 'opened' }],
    engine,
    requests: 2,
    text: '# Norhaven energy\n\nAs it was written.\n',
  };
}
