// Health check of a container, whose image has no client of HTTP: `node workers/health.ts <address>` ends with 0 when the address answers well.
const LIMIT_MS = 8_000;

try {
  const address = process.argv[2] ?? '';
  const { ok, status } = await fetch(address, { signal: AbortSignal.timeout(LIMIT_MS) });
  if (!ok) throw new Error(`${address} answers ${status}`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
