/** Starts the built workbench on loopback; PORT moves it. */
// Shells export HOSTNAME as the name of the machine, which is not an address to listen on.
process.env.HOSTNAME = '127.0.0.1';
process.env.PORT ??= '3000';
process.env.NEXT_TELEMETRY_DISABLED = '1';
await import('../.next/standalone/server.js');
