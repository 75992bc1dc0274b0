import type { Socket } from "node:net";
import { Duplex } from "node:stream";

/**
 * Connection that exists before it is open, and keeps everything that is written until then. Mocks of HTTP call an agent's
 * `createConnection` themselves, and need a connection at once. But a connection through a proxy exists only when the proxy has responded.
 */
export class LateSocket extends Duplex {
  connecting = true;
  #socket: Socket | undefined;
  #waiting: (() => void) | undefined;

  /** @param openEvent event of a socket whose connection is established */
  constructor(opening: Promise<Socket>, openEvent: "connect" | "secureConnect") {
    super();
    opening.then(
      (socket) => this.#join(socket, openEvent),
      (error: Error) => this.destroy(error),
    );
  }

  #join(socket: Socket, openEvent: string): void {
    if (this.destroyed) {
      socket.destroy();
      return;
    }
    this.#socket = socket;
    this.connecting = false;
    socket.on("data", (chunk) => this.push(chunk) || socket.pause());
    socket.on("end", () => this.push(null));
    socket.on("timeout", () => this.emit("timeout"));
    socket.on("error", (error) => this.destroy(error));
    socket.on("close", () => this.destroy());
    this.emit(openEvent);
    this.#waiting?.();
  }

  override _read(): void {
    this.#socket?.resume();
  }

  override _write(chunk: Uint8Array, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (this.#socket === undefined) this.#waiting = () => this._write(chunk, encoding, done);
    else this.#socket.write(chunk, done);
  }

  override _final(done: () => void): void {
    if (this.#socket === undefined) this.#waiting = () => this._final(done);
    else this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket?.destroy();
    done(error);
  }

  address(): ReturnType<Socket["address"]> {
    return this.#socket?.address() ?? {};
  }

  setTimeout(milliseconds: number): this {
    this.#socket?.setTimeout(milliseconds);
    return this;
  }

  setKeepAlive(isOn: boolean): this {
    this.#socket?.setKeepAlive(isOn);
    return this;
  }

  setNoDelay(isOn: boolean): this {
    this.#socket?.setNoDelay(isOn);
    return this;
  }

  ref(): this {
    this.#socket?.ref();
    return this;
  }

  unref(): this {
    this.#socket?.unref();
    return this;
  }
}
