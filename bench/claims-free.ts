// Measures how the rules alone judge statements in free words: npm run eval:claims:free [-- --verbose]
import { type RuledStatement, ruleOnFreeStatements } from './claims/free-statements.ts';

const statements = await ruleOnFreeStatements();
const isVerbose = process.argv.includes('--verbose');

const kinds = [
  ['true', null],
  ['false figures, dates and names', 'figure'],
  ['false in their meaning', 'meaning'],
] as const;
const rows = kinds.map(([name, fault]) => {
  const own = statements.filter((one) => one.fault === fault);
  const open = own.filter(({ ruling }) => ruling.refused === null);
  const doubted = open.filter(({ ruling }) => ruling.refused === null && ruling.doubts.length > 0);
  return [name, own.length, own.length - open.length, doubted.length, open.length - doubted.length].join(' | ');
});
console.log(['statements | all | refused | doubted | neither', '---|---:|---:|---:|---:', ...rows].join('\n'));

const isWrong = ({ fault, ruling }: RuledStatement): boolean => (fault === null) === (ruling.refused !== null);
if (isVerbose) {
  for (const { fault, text, ruling } of statements.filter(isWrong)) {
    console.log(`\n${fault ?? 'true'}: ${text}\n  ${ruling.refused ?? `open; ${ruling.doubts.join('; ')}`}`);
  }
}
