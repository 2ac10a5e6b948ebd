// Prints what the project consists of beside what is planned for: npm run budget
import { BUDGET, type Measure, measureDistance, measureHouse, readHouse } from './growth-budget.ts';

const house = readHouse();
const { mean, most } = measureDistance(house);
const rows = Object.entries(measureHouse(house)).map(
  ([name, found]) => `${name.padEnd(30)} ${String(found).padStart(7)} ${String(BUDGET[name as Measure]).padStart(7)}`,
);
process.stdout.write(
  `${'measure'.padEnd(30)} ${'now'.padStart(7)} ${'budget'.padStart(7)}\n${rows.join('\n')}\nfrom verifying a report to its rules: ${mean.toFixed(1)} files on average, ${most} at most\n`,
);
