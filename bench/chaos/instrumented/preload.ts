import { realpathSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

// Loaded into every process of a run by NODE_OPTIONS; only in the worker does it change anything. There, two modules get a
// companion in their place, so that the worker is put together by its own code, whatever that does.
const WORKER = fileURLToPath(new URL('../../../workers/main.ts', import.meta.url));
const SDK_USERS = new URL('../../../workers/', import.meta.url).href;

const ACTIVITIES = new URL('../../../activities/index.ts', import.meta.url).href;
const INSTRUMENTED_ACTIVITIES = new URL('./activities.ts', import.meta.url).href;
const INSTRUMENTED_SDK = new URL('./worker-sdk.ts', import.meta.url).href;

function isWorker(): boolean {
  const [, script] = process.argv;
  return script !== undefined && realpathSync(script) === realpathSync(WORKER);
}

/** The module that takes the place of another one; undefined: it stays. */
function companionOf(url: string, specifier: string, parent: string | undefined): string | undefined {
  if (parent === undefined) return undefined;
  if (url === ACTIVITIES && parent !== INSTRUMENTED_ACTIVITIES) return INSTRUMENTED_ACTIVITIES;
  return specifier === '@temporalio/worker' && parent.startsWith(SDK_USERS) ? INSTRUMENTED_SDK : undefined;
}

if (isWorker()) {
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const url = companionOf(found.url, specifier, context.parentURL);
      return url === undefined ? found : { ...found, url, format: 'module-typescript' };
    },
  });
}
