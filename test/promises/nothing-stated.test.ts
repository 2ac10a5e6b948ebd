import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

/** A sentence has the words of the question and does not answer it, or only half of it. */
const WRONG: readonly string[] = [
  'What port does the signal relay listen on?',
  'What is berthing?',
  'Was the --legacy flag removed in 2.1.0?',
  'What is the difference between a buoy and a beacon?',
  'Which alarm levels exist?',
  'Why should the siren not be used at night?',
  'When was the --legacy flag removed?',
];

/** Questions that a passage answers. */
const SHOWN: readonly Asked[] = [
  { question: 'How many seconds does the relay keep a message?', states: /40 seconds/ },
  { question: 'Does the siren stop by itself?', states: /does not stop/ },
  { question: 'What port does the Harbour Exporter run on?', states: /port 9100/ },
  {
    question: 'What is a set of rules that govern how ships get their place?',
    states: /_?Berthing_? is a set of rules/,
  },
  { question: 'What was added in 2.1.0?', states: /night mode/ },
  { question: 'Which alarm levels exist?', states: /• calm/ },
];

interface Asked {
  readonly question: string;
  readonly states: RegExp;
}

describe('a sentence with the words of a question', () => {
  let world: TestActivities;

  beforeAll(async () => {
    world = withLeadingHits(await createTestActivities(undefined, DOCUMENTS));
  });
  afterAll(() => world.dispose());

  it.each(WRONG)('is only shown, where it answers something else: %s', async (question) => {
    expect(await stated(question)).toEqual([]);
  });

  it.each(SHOWN)('is among the first places where it answers: $question', async ({ question, states }) => {
    const { claims } = await askOffline(world, question, 'en');

    expect(await stated(question)).toEqual([]);
    expect(claims.slice(0, 2).join('\n')).toMatch(states);
  });

  /** What is no place, or has no source that says it. */
  async function stated(question: string) {
    const { draft, problems } = await askOffline(world, question, 'en');
    return [...draft.summary.filter(({ isPassage }) => isPassage !== true), ...problems];
  }
});

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
          readings: input.readings.map((reading) => ({ ...reading, searchRank: 1 })),
        }),
    },
  };
}
