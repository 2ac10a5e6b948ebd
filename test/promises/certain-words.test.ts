import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Confidence } from '../../workflows/contracts/answers/answer.ts';
import type { ReportDraft } from '../../workflows/contracts/report/report.ts';
import { agreeingWith } from '../../workflows/domain/answers/ui-decision.ts';
import { createTestActivities, type TestActivities } from '../support/builders/test-activities.ts';
import { askOffline } from './offline-answers.ts';

const DOCUMENTS: Readonly<Record<string, string>> = {
  'exporter.md': `# Harbour exporter

The Harbour Exporter runs on port 9100. To check it, open the metrics page.

To demonstrate this, start a second Harbour Exporter instance on port 9200.
`,
  'relay.md': `# Signal relay

The signal relay passes messages from ships to the harbour office. When a port listens for the signal relay, it answers at once.

The relay keeps a message for 40 seconds.
`,
  'berthing.md': `# What is berthing?

_Berthing_ is a set of rules that govern how ships get their place. Every harbour has to assign its places.

## Returning a place

While this works, taking berthing and then returning berthing with every tide is a bit tedious.
`,
  'CHANGELOG.md': `# Changelog

## [2.1.0] - 2026-05-01

### Added

- Added the night mode.

## [2.0.0] - 2026-01-10

### Breaking Changes

- Removed the \`--legacy\` flag.

## [1.9.0] - 2025-09-01

### Breaking Changes

- The default port is now 9100.
`,
  'marks.md': `# Marks

Buoys and beacons are painted in spring. If a buoy and a beacon are next to each other, the difference between the paints is noted.

A buoy floats and is held by a chain. A beacon stands on the ground.

# Alarm levels

The alarm levels calm and swell behave like silent if nobody is on duty.

* silent
* calm
* swell
* storm

# Siren

The siren is a device that should only be used at night with extreme care.

It wakes the whole town, and the lifeboat crew then cannot be reached by telephone.

Does the siren stop by itself? The siren does not stop by itself.
`,
};

/** The rules state a sentence that has the words of the question and does not answer it, or only half of it. */
const WRONG: readonly Asked[] = [
  { question: 'What port does the signal relay listen on?', states: /answers at once/ },
  { question: 'What is berthing?', states: /a bit tedious/ },
  { question: 'Was the --legacy flag removed in 2.1.0?', states: /^Removed the/ },
  { question: 'What is the difference between a buoy and a beacon?', states: /paints is noted/ },
  { question: 'Which alarm levels exist?', states: /behave like silent/ },
  { question: 'Why should the siren not be used at night?', states: /extreme care/ },
  { question: 'When was the --legacy flag removed?', states: /^Removed the/ },
];

/** Their neighbours, of which the same documents hold the answer in one sentence. */
const RIGHT: readonly Asked[] = [
  { question: 'What port does the Harbour Exporter run on?', states: /port 9100/ },
  {
    question: 'What is a set of rules that govern how ships get their place?',
    states: /_?Berthing_? is a set of rules/,
  },
  { question: 'How many seconds does the relay keep a message?', states: /40 seconds/ },
  { question: 'What was added in 2.1.0?', states: /night mode/ },
  { question: 'Does the siren stop by itself?', states: /does not stop/ },
  { question: 'Does the siren wake the whole town?', states: /wakes the whole town/ },
];

interface Asked {
  readonly question: string;
  readonly states: RegExp;
}

const LABEL = 'This comes closest to the question but may not answer it.';

describe('a statement of which the rules are not sure', () => {
  let world: TestActivities;

  beforeAll(async () => {
    world = withLeadingHits(await createTestActivities(undefined, DOCUMENTS));
  });
  afterAll(() => world.dispose());

  it.each(WRONG)('is not called strong where it is wrong: $question', async ({ question, states }) => {
    const { claims, draft, text } = await askOffline(world, question, 'en');

    expect(claims[0]).toMatch(states);
    expect(confidenceOf(draft)).not.toBe('strong');
    expect(text).toContain(LABEL);
  });

  it.each(RIGHT)('stays first where it is right: $question', async ({ question, states }) => {
    const { claims, draft, text, problems } = await askOffline(world, question, 'en');

    expect(claims[0]).toMatch(states);
    expect(text.includes(LABEL)).toBe(confidenceOf(draft) !== 'strong');
    expect(problems).toEqual([]);
  });
});

/** The label of an answer to which a search found enough. */
function confidenceOf(draft: ReportDraft): Confidence {
  const found = { preferredLayout: 'prose', showCards: true, answerConfidence: 'strong' } as const;
  return agreeingWith(found, draft, { engine: 'offline', hasItems: false }).answerConfidence;
}

/** In a folder this small the search puts every passage among its first. */
function withLeadingHits(world: TestActivities): TestActivities {
  const { activities } = world;
  return {
    ...world,
    activities: {
      ...activities,
      extractQuotes: (input) =>
        activities.extractQuotes({
          ...input,
          readings: input.readings.map((reading) => ({ ...reading, leading: true })),
        }),
    },
  };
}
