import { readFileSync } from 'node:fs';
import {
  countDemands,
  demandsOf,
  type Demand,
  fileOf,
  givenUpOf,
  readDesigns,
  readProofs,
} from '../test/architecture/design-rules.ts';

/** The page on what the designs ask for, where it is and what proves it. */
export function renderDesigns(): string {
  const designs = readDesigns(readDefinition('designs.yaml'));
  const demands = demandsOf(designs, readProofs(readDefinition('design-proofs.yaml')));
  return [
    '# The five designs',
    '',
    '<!-- Written by `npm run docs` from `test/architecture/designs.yaml` and `test/architecture/design-proofs.yaml`. -->',
    '',
    'What the five designs and the card of the architecture ask for: the file that holds it, the test file that proves it by',
    'running, and how it stands. Names are ends of paths; the titles of the tests are in `test/architecture/design-proofs.yaml`.',
    '*Differs* has its reason behind the link; *with a model* is what [takes one](#without-a-model).',
    '',
    countDemands(demands, givenUpOf(designs)),
    ...designs.designs.flatMap(({ section, about }) => [
      '',
      `## ${section}`,
      '',
      about,
      '',
      '| # | demand | where | proof | today |',
      '|---|---|---|---|---|',
      ...demands.filter((demand) => demand.section === section).map(renderDemand),
    ]),
    '',
    '## Without a model',
    '',
    'Without a language model nothing is stated, judged or scored; the places that were found are shown. These demands are given up then:',
    '',
    '| what | demands | decision |',
    '|---|---|---|',
    ...designs.givenUp.map(
      ({ what, section, demands: numbers, decision }) => `| ${what} | ${section} ${numbers.join(', ')} | ${decision} |`,
    ),
    '',
  ].join('\n');
}

function renderDemand({ number, demand, where, proof, today }: Demand): string {
  const files = [...new Set(proof.map(fileOf))];
  return `| ${[number, demand, spans(where), spans(files) || '–', today].join(' | ')} |`;
}

function spans(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

function readDefinition(name: string): string {
  return readFileSync(new URL(`../test/architecture/${name}`, import.meta.url), 'utf8');
}
