/** What the runs research: a harbour made up for it. Every passage begins with a sentence that can be quoted. */
export const QUESTION = 'How is the harbour lamp of Osterhaven lit, and what does its keeper note?';
/** Question of the second, concurrent run, if any. */
export const OTHER_QUESTION = `${QUESTION} What is done in fog?`;
export const ANSWER = 'in the winter months, please';

/** Both tasks of the plan; passages belong to the one whose word they hold. */
export const TASKS = [
  { text: 'How is the harbour lamp of Osterhaven lit in winter?', word: 'lamp' },
  { text: 'What does the keeper at Osterhaven note in winter?', word: 'keeper' },
] as const;

/** What the author of the report would have looked up; no task finds it. */
export const LOOKED_UP = 'granite stairs';

/** Tasks of a plan when so many are allowed. */
export const MANY_TASKS = 8;

export const DOCUMENTS: Readonly<Record<string, string>> = {
  'lamp.md': `# Harbour lamp

## Filling

The harbour lamp of Osterhaven takes four litres of rapeseed oil in winter.
How the oil is stored stands in [the cellar rules](cellar.md).

## Wick

The wick of the harbour lamp is cut to 12 mm before it is lit.

## Glass

The glass of the harbour lamp is wiped with vinegar every third evening in winter.
`,
  'lighting.md': `# Lighting

## Hour

In winter the harbour lamp of Osterhaven is lit half an hour before sunset.

## Storm

In a storm of force nine the harbour lamp is lit at noon and burns until dawn.

## Fog

In fog the harbour lamp stays lit and the bell is rung twice a minute.
`,
  'keeper.md': `# Keeper

## Log

The keeper at Osterhaven notes the hour of lighting in the winter log.
What the columns mean is told in [the notes on columns](columns.md).

## Oil book

The keeper notes every delivery of oil with its weight in the oil book.

## Ships

The keeper notes each ship that passes in winter with its flag and its heading.
`,
  'relief.md': `# Relief

## Watch

The keeper is relieved at six in the morning and notes the name of the relief.

## Illness

A keeper who falls ill in winter notes it and hangs out the yellow flag.
`,
  'cellar.md': `# Cellar rules

Barrels stand on two beams of oak, away from the northern wall.
`,
  'tower.md': `# Tower

Ninety granite stairs climb the tower.
`,
  'columns.md': `# Notes on columns

The third column holds the pressure in millibars, read from the brass gauge.
`,
};

/** Pages of the one web site, by path. */
export const PAGES: Readonly<Record<string, { readonly title: string; readonly text: string }>> = {
  '/pages/lamp-history.html': {
    title: 'History of the lamp',
    text: 'The harbour lamp of Osterhaven was lit with whale oil until the winter of 1871, when rapeseed oil took its place.',
  },
  '/pages/keeper-diary.html': {
    title: 'Diary of a keeper',
    text: 'The keeper at Osterhaven noted the temperature of the oil in winter, because cold oil burns with a yellow flame.',
  },
};

export function renderPage({ title, text }: { readonly title: string; readonly text: string }): string {
  const date = '<meta property="article:published_time" content="2026-03-02T05:00:00Z">';
  return `<html lang="en"><head><title>${title}</title>${date}</head><body><article><h1>${title}</h1><p>${text}</p></article></body></html>`;
}
