// Starts a run and waits for its report: node_modules/.bin/node examples/start-and-wait.ts "your question" <folder>
import { resolve } from 'node:path';
import { connect, researchRequestSchema } from 'plumbline/client';

const [question = '', folder = '.'] = process.argv.slice(2);
const request = researchRequestSchema.parse({ question, corpusDirectories: [resolve(folder)] });

const { research, close } = await connect({ onProgress: (line) => process.stderr.write(`${line}\n`) });
try {
  const { researchId } = await research.start(request);
  const { summary } = await research.result(researchId);
  process.stdout.write(`${summary}\n\nAll of it: npx plumbline report ${researchId}\n`);
} finally {
  await close();
}
