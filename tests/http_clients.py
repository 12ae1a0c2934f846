"""Clients for servers on this machine: the trusted certificates, which take 50 ms to read, are read once for all of them."""

import anthropic
import httpx2
import openai

from actwright.net.trusted import trusted


def async_client(**options):
    return httpx2.AsyncClient(verify=trusted(), **options)


def openai_client(server, api_key="k"):
    http = openai.DefaultHttpxClient(verify=trusted())
    return openai.OpenAI(api_key=api_key, base_url=server.url, max_retries=0, http_client=http)


def anthropic_client(server, api_key="k"):
    http = anthropic.DefaultHttpxClient(verify=trusted())
    return anthropic.Anthropic(api_key=api_key, base_url=server.url, max_retries=0, http_client=http)
