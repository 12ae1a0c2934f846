*** Settings ***
Documentation    ACTWRIGHT_MODE=replay robot --variable SHOP:https://shop.example price.robot
Library          actwright.runners.robot_library.ActwrightLibrary

*** Variables ***
${SHOP}    http://127.0.0.1:8000

*** Test Cases ***
A Price Is Set
    ${said}=    Actwright Run    Fill the price as {{price}} and submit    url=${SHOP}/price    price=19.50
    Log    ${said}
