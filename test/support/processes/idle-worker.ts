import { randomBytes } from 'node:crypto';
import { digestRuntime } from '../../../workers/build/runtime-digest.ts';
import { digestSettings } from '../../../workers/config/worker-config.ts';

// Takes the place of the worker process where only its supervision is of need.
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
const salt = randomBytes(16).toString('base64url');
const settings = { salt, digests: digestSettings(process.env, salt) };
process.send?.({ type: 'ready', taskQueue: 'idle', model: null, settings, runtime: digestRuntime(process.env, salt) });
