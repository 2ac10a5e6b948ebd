import { LAMP, replyTo } from '../builders/scripted-answers.ts';
import { answerStep } from '../builders/step-answers.ts';
import { serveApi, type ServedApi } from '../processes/served-api.ts';
import { startScriptedModelServer, stream } from '../servers/scripted-model-server.ts';
import { createServedWorld } from './command-world.ts';

/** What the model answers with. */
export const BURNING = 'The harbour lamp burns for nine hours on one filling of rapeseed oil.';

/** `serve` as a process, with a scripted model that can be stopped in the middle of an answer. */
export interface AskingWorld {
  readonly address: string;
  /** The model stops within the texts that it begins from now on, until the function is called that this returns. */
  holdWriting(): () => void;
  /** Kills the server, and starts another process at the same address. */
  restartServer(): Promise<void>;
  close(): Promise<void>;
}

export async function createAskingWorld(documents: Readonly<Record<string, string>>): Promise<AskingWorld> {
  const model = await startScriptedModelServer();
  const world = await createServedWorld(documents, { OPENAI_BASE_URL: model.baseURL, PLUMBLINE_MODEL: 'scripted' });
  let hold: Promise<void> | undefined;
  model.answerBy((request) => {
    if (request.step !== 'compose-answer') return replyTo(request);
    const prompt = request.messages.map(({ content }) => content).join('\n');
    const [beginning = '', ending = ''] = composed(prompt).split(/(?=nine)/);
    return stream([beginning, ...(hold === undefined ? [] : [hold]), ending]);
  });
  const { start } = world.asProcesses();
  const serve = (port: number): Promise<ServedApi> => serveApi({ documents: world.documents, start }, { port });
  let { address, command } = await serve(0);
  return {
    address,
    holdWriting() {
      const writing = Promise.withResolvers<void>();
      hold = writing.promise;
      return () => {
        hold = undefined;
        writing.resolve();
      };
    },
    async restartServer() {
      command.process.kill('SIGKILL');
      await command.ended;
      ({ address, command } = await serve(Number(new URL(address).port)));
    },
    async close() {
      await world.close();
      await model.close();
    },
  };
}

function composed(prompt: string): string {
  const knowledge: typeof LAMP = {
    ...LAMP,
    report: (read) => {
      const citations = read.quotes.filter(({ text }) => text.includes('nine hours')).map(({ key }) => key);
      return { summary: [{ text: BURNING, citations: citations.slice(0, 1) }] };
    },
  };
  return String(answerStep({ step: 'compose-answer', prompt }, knowledge));
}
