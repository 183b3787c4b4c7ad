// The only door to the server: JSON in, JSON out, errors as sentences.

import { address } from "./address.js";

/** @typedef {import("./address.js").Query} Query */

/** The server's refusal, in the reader's language. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} key
   * @param {string} message
   * @param {{line: number, column: number} | null} [place] of a mistake in a text of rules
   */
  constructor(status, key, message, place = null) {
    super(message);
    this.status = status;
    this.key = key;
    this.place = place;
  }
}

/**
 * Whatever the browser's language is, the server answers in that of the page.
 * @param {string} url
 * @param {Omit<RequestInit, "headers">} [options]
 * @param {Record<string, string>} [headers]
 * @returns {Promise<any>}
 */
async function request(url, options = {}, headers = {}) {
  const spoken = { Accept: "application/json", "Accept-Language": document.documentElement.lang };
  const response = await fetch(url, { ...options, headers: { ...spoken, ...headers } });
  if (response.ok) return response.json();
  const body = await response.json().catch(() => null);
  const error = body?.error ?? { key: "", message: `${response.status} ${response.statusText}` };
  throw new Refusal(response.status, error.key, error.message, error.line ? error : null);
}

/** @param {string} path @param {Query} [query] */
export function getJson(path, query = {}) {
  return request(address(path, query));
}

/** @param {string} path @param {unknown} body @param {string | null} [token] */
export function postJson(path, body, token = null) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== null) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  const text = body === null ? null : JSON.stringify(body);
  return request(address(path), { method: "POST", body: text }, headers);
}

/** @param {string} path @param {string} text */
export function postText(path, text) {
  const headers = { "Content-Type": "text/plain; charset=utf-8" };
  return request(address(path), { method: "POST", body: text }, headers);
}
