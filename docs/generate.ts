// Writes the generated pages: npm run docs
import { writeFileSync } from 'node:fs';
import { generatePages } from './pages.ts';
import { countWords } from './words.ts';

for (const [name, text] of Object.entries(generatePages())) {
  writeFileSync(new URL(name, import.meta.url), text);
  process.stdout.write(`docs/${name}\n`);
}
process.stdout.write(`${countWords().toLocaleString('en')} words in README.md and the pages that people wrote\n`);
