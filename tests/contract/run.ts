// Runs the contract tests (`npm run contract`). With `--postgres postgres://you@127.0.0.1` the tests of the schema use that server.
import { spawnSync } from 'node:child_process';
import { findTemporaryFolder } from '../setup/temporary-files.ts';

const args = process.argv.slice(2);
const at = args.indexOf('--postgres');
const [, server] = at >= 0 ? args.splice(at, 2) : [];
if (at >= 0 && !/^postgres(ql)?:/.test(server ?? '')) {
  console.error('--postgres needs the address of a server on which databases may be made: --postgres postgres://you@127.0.0.1');
  process.exit(1);
}
const { status } = spawnSync('npx', ['vitest', 'run', '--config', 'tests/vitest.config.ts', '--project', 'contract', ...args], {
  stdio: 'inherit',
  env: { ...process.env, TMPDIR: findTemporaryFolder(), ...(server && { CONTRACT_POSTGRES: server }) },
});
process.exitCode = status ?? 1;
