"""Clients for servers on this machine: the trusted certificates, which take 50 ms to read, are read once for all of them."""

import httpx2

from actwright.net.trusted import trusted


def async_client(**options):
    return httpx2.AsyncClient(verify=trusted(), **options)


def openai_client(server, api_key="k"):
    import openai

    http = openai.DefaultHttpxClient(verify=trusted())
    return openai.OpenAI(api_key=api_key, base_url=server.url, max_retries=0, http_client=http)


def anthropic_client(server, api_key="k"):
    import anthropic  # takes more than a second, and most workers of a run need it for no test

    http = anthropic.DefaultHttpxClient(verify=trusted())
    return anthropic.Anthropic(api_key=api_key, base_url=server.url, max_retries=0, http_client=http)
