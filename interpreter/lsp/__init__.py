"""The language server for profiles, house rules and files of cases: what an editor shows while they are written.

`server` speaks the protocol and knows nothing else; all other modules are functions from a text and a place in it to
what is to be shown. They raise nothing, however little of a text is written yet.
"""
