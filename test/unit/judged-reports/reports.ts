import type { MeasuredReport } from '../../../bench/judged/measured-report.ts';
import { readReport, type Statement } from '../../../bench/judged/read-report.ts';

/** A report of a person or another program, with its own forms of citations and sources. */
export const FOREIGN_REPORT = `# Lamp oil

## Direct answer

Use rapeseed oil: it burns for nine hours [1], [2, 3]. Whale oil burns for seven hours. [4]

## Comparison

| | Burning time | Price |
|---|---|---|
| Rapeseed | nine hours [1] | – |
| Whale | seven hours [4] | |

## Wick

The wick is replaced every forty days [3]. It follows that a year needs nine wicks.

- shorter wicks
- A wick below 12 mm must not be lit [2].

The wick needs, among others:

- a pair of scissors
- care

## Limitations

- Prices are not in the documents.

## Sources

[1] \`lamp.md\`, lines 5-6: "The harbour lamp burns for nine hours"

[2] \`lamp.md\`, line 11: "A wick that is shorter than 12 mm … must not be lit."

[3] \`keeper.md\`: "never written"

[4] \`lamp.md\`, lines 6: "With whale oil"
`;

/** The same form as a run publishes. */
export const OWN_REPORT = `# How long does the lamp burn?

The lamp burns for nine hours. [1]

## Details

### Oil

The lamp of the harbour burns for nine hours on one filling. [1] The keeper fills the lamp before sunset each evening. [2]

### Keeper

The keeper fills the lamp before sunset each evening. [2] One filling gives nine hours of light. [1]

## Sources

[1] Harbour lamp — \`lamp.md:5-6\` · Burning time

> **The harbour lamp burns for nine hours** on one filling of rapeseed oil.

[2] Keeper's duties — \`keeper.md:3\`

> The keeper fills the harbour lamp every evening before sunset.

## About this report

- Engine: model. Forked from the run \`run-7\`.
`;

export function statementsOf(markdown: string): readonly Statement[] {
  return readReport(markdown, 'en').statements;
}

export function measuredOf(markdown: string, researchId: string | null = null): Omit<MeasuredReport, 'figures'> {
  const read = readReport(markdown, 'en');
  return { read, sources: read.sources, researchId };
}
