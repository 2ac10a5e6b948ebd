import { workerData } from 'node:worker_threads';

// Thread beside the reading of files, which goes on where reading hangs: it ends the process when that takes too much
// memory, or when nobody waits for its answer any more.
const { memoryLimitBytes, parentPid } = workerData as { memoryLimitBytes: number; parentPid: number };

const WATCH_MS = 50;

setInterval(() => {
  if (process.memoryUsage.rss() > memoryLimitBytes || process.ppid !== parentPid) process.kill(process.pid, 'SIGKILL');
}, WATCH_MS);
