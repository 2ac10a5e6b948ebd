import { workerData } from 'node:worker_threads';

// Watchdog thread, which keeps running while parsing hangs: it kills the process when it uses too much memory, or when
// its parent has ended.
const { memoryLimitBytes, parentPid } = workerData as { memoryLimitBytes: number; parentPid: number };

const WATCH_MS = 50;

setInterval(() => {
  if (process.memoryUsage.rss() > memoryLimitBytes || process.ppid !== parentPid) process.kill(process.pid, 'SIGKILL');
}, WATCH_MS);
