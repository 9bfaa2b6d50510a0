// Runs an entry under Node's watcher and ends both together with the site. The watcher itself cannot load a module for that.
import { spawn } from 'node:child_process';

const watcher = spawn(process.execPath, ['--watch', '--watch-preserve-output', ...process.argv.slice(2)], { stdio: 'inherit' });
process.on('SIGTERM', () => watcher.kill('SIGTERM'));
watcher.once('exit', (code) => process.exit(code ?? 1));
